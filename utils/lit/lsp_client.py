#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Talks to a language server as an editor would, for the tests in test/LSP.

    lsp_client.py SERVER TEST INPUTS [SCRATCH]

runs TEST, a Python text, with the names below and the folders `inputs` and `scratch` at hand.

A client starts the server, says `initialize`, and keeps what the server sends.
Each wait ends with an exception rather than never.
"""

import json
import pathlib
import queue
import subprocess
import sys
import threading

# Long enough for any machine: only a server that hangs meets it.
WAIT_S = 120


class Client:
    """One session with one server."""

    server = None  # the program, set by main()

    def __init__(self, capabilities=None, options=(), initialize=True, **params):
        self.process = subprocess.Popen(
            [self.server, *options], stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )
        self.messages = queue.Queue()
        self.pending = []
        self.next_id = 1
        threading.Thread(target=self._read, daemon=True).start()
        if initialize:
            params = {"processId": None, "capabilities": capabilities or {}, **params}
            self.capabilities = self.request("initialize", params)["capabilities"]
            self.notify("initialized", {})

    def _read(self):
        stream = self.process.stdout
        while True:
            length = None
            while line := stream.readline().strip():
                name, value = line.split(b":")
                if name.lower() == b"content-length":
                    length = int(value)
            if length is None:
                self.messages.put(None)
                return
            self.messages.put(json.loads(stream.read(length)))

    def send_bytes(self, data):
        self.process.stdin.write(data)
        self.process.stdin.flush()

    def send_text(self, text):
        data = text.encode()
        self.send_bytes(b"Content-Length: %d\r\n\r\n" % len(data) + data)

    def send(self, message):
        self.send_text(json.dumps({"jsonrpc": "2.0", **message}))

    def notify(self, method, params):
        self.send({"method": method, "params": params})

    def call(self, method, params):
        """Sends a request and returns its id."""
        self.next_id += 1
        self.send({"id": self.next_id, "method": method, "params": params})
        return self.next_id

    def take(self, wanted):
        """The first message, old or new, for which wanted() is true."""
        for i, message in enumerate(self.pending):
            if wanted(message):
                return self.pending.pop(i)
        while True:
            message = self.messages.get(timeout=WAIT_S)
            if message is None:
                raise EOFError("the server has closed its output")
            if wanted(message):
                return message
            self.pending.append(message)

    def answer(self, request_id):
        """The whole answer to a request, error or not."""
        return self.take(lambda m: "method" not in m and m.get("id") == request_id)

    def request(self, method, params):
        answer = self.answer(self.call(method, params))
        if "error" in answer:
            raise RuntimeError(f"{method}: {answer['error']}")
        return answer["result"]

    def open(self, uri, text, version=1, language="glsl"):
        document = {"uri": uri, "languageId": language, "version": version, "text": text}
        self.notify("textDocument/didOpen", {"textDocument": document})

    def change(self, uri, version, *changes):
        """Each change is a text, or ((line, character), (line, character), text)."""
        events = []
        for change in changes:
            if isinstance(change, str):
                events.append({"text": change})
            else:
                events.append({"range": span(*change[:2]), "text": change[2]})
        document = {"uri": uri, "version": version}
        self.notify("textDocument/didChange", {"textDocument": document, "contentChanges": events})

    def diagnostics(self, uri, version=None):
        """What is published next for uri, of that version if one is given."""

        def wanted(message):
            params = message.get("params") or {}
            return (
                message.get("method") == "textDocument/publishDiagnostics"
                and params["uri"] == uri
                and version in (None, params.get("version"))
            )

        return self.take(wanted)["params"]["diagnostics"]

    def about(self, method, uri, **params):
        return self.request(method, {"textDocument": {"uri": uri}, **params})

    def hover(self, uri, line, character):
        position = {"line": line, "character": character}
        hover = self.about("textDocument/hover", uri, position=position)
        return hover and hover["contents"]["value"]

    def actions(self, uri, line, character=0, **context):
        return self.about(
            "textDocument/codeAction",
            uri,
            range=span((line, character), (line, character)),
            context={"diagnostics": [], **context},
        )

    def finish(self):
        """Ends the session as the protocol wants it; the exit code."""
        self.request("shutdown", None)
        self.notify("exit", None)
        return self.process.wait(WAIT_S)


def span(start, end):
    return {
        "start": {"line": start[0], "character": start[1]},
        "end": {"line": end[0], "character": end[1]},
    }


def apply(text, edits, encoding="utf-16"):
    """text with LSP edits, which are counted in UTF-16 or in bytes."""
    unit = "utf-16-le" if encoding == "utf-16" else "utf-8"
    width = 2 if encoding == "utf-16" else 1
    lines = text.split("\n")

    def offset(position):
        before = sum(len(line) + 1 for line in lines[: position["line"]])
        units = lines[position["line"]].encode(unit)[: position["character"] * width]
        return before + len(units.decode(unit))

    for edit in sorted(edits, key=lambda e: offset(e["range"]["start"]), reverse=True):
        start, end = offset(edit["range"]["start"]), offset(edit["range"]["end"])
        text = text[:start] + edit["newText"] + text[end:]
    return text


def place(range_):
    """A range as 9:2-9:24, counted from 0 as the protocol does."""
    start, end = range_["start"], range_["end"]
    return f"{start['line']}:{start['character']}-{end['line']}:{end['character']}"


def show(diagnostics):
    """One line for each diagnostic, in the order of the server."""
    for item in diagnostics:
        first_line = item["message"].split("\n")[0]
        print(place(item["range"]), f"[{item['code']}]", first_line, flush=True)
    if not diagnostics:
        print("no diagnostics", flush=True)


def main():
    Client.server = sys.argv[1]
    test = pathlib.Path(sys.argv[2])
    names = {
        name: globals()[name]
        for name in ("Client", "apply", "json", "pathlib", "place", "show", "span")
    }
    for name, folder in zip(("inputs", "scratch"), sys.argv[3:]):
        names[name] = pathlib.Path(folder)
    exec(compile(test.read_text(), test, "exec"), names)


if __name__ == "__main__":
    main()
