// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Starts the language server for GLSL texts. Everything else is in the server.
import * as vscode from 'vscode';
import {
  LanguageClient,
  LanguageClientOptions,
  ServerOptions,
} from 'vscode-languageclient/node';

let client: LanguageClient | undefined;

// Any scheme: a text that was never saved is linted too. Files are named by their endings as well,
// because other extensions give them languages of their own.
const texts = [
  { language: 'glsl' },
  { pattern: '**/*.{comp,comp.glsl}' },
];

function makeClient(): LanguageClient {
  const settings = vscode.workspace.getConfiguration('wglint');
  const server: ServerOptions = {
    command: settings.get<string>('path', 'wglint-lsp'),
    args: [],
  };
  const options: LanguageClientOptions = {
    documentSelector: texts,
    initializationOptions: {
      remarks: settings.get<boolean>('remarks', false),
      debounceMs: settings.get<number>('debounceMs', 50),
    },
  };
  return new LanguageClient('wglint', 'wglint', server, options);
}

async function start(): Promise<void> {
  client = makeClient();
  try {
    await client.start();
  } catch (error) {
    // The usual reason is that the server is not installed; say which was meant.
    const path = vscode.workspace.getConfiguration('wglint').get<string>('path', 'wglint-lsp');
    vscode.window.showErrorMessage(
      `wglint: cannot start '${path}' (setting wglint.path): ${error}`,
    );
    client = undefined;
  }
}

async function restart(): Promise<void> {
  await deactivate();
  await start();
}

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  context.subscriptions.push(
    vscode.commands.registerCommand('wglint.restart', restart),
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration('wglint')) void restart();
    }),
  );
  await start();
}

export async function deactivate(): Promise<void> {
  const stopped = client;
  client = undefined;
  await stopped?.stop();
}
