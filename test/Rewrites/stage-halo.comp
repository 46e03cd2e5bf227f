// RUN: rm -rf %t && split-file %s %t && cd %t

// A helper function that clamps; the tile's edges are evaluated only for
// elements that an invocation of the grid reads.
// RUN: cp blur.comp fixed.comp
// RUN: %wglint --device=llvmpipe --fix=stage-halo fixed.comp 2>&1 | FileCheck %s --check-prefix=PROOF
// RUN: FileCheck %s --check-prefix=BLUR --input-file=fixed.comp
// PROOF: 'stage-halo' reads the workgroup's elements and their neighbours (16 x 40) into shared memory first
// PROOF: validated: {{[1-9].*}} output{{s?}} identical (llvmpipe
// BLUR: shared float atTile[16][40];
// BLUR: for (uint element = gl_LocalInvocationIndex; element < 640u; element += 256u) {
// BLUR: firstReader = uvec3(max(tileX, 8u) - 8u, max(tileY, 8u) - 8u, 0u);
// BLUR: atTile[tileY][tileX] = pFirst.x < width && pFirst.y < height ? at(pFilled + ivec2(-4, -4)) : 0.0;
// BLUR: barrier();
// BLUR: sum += atTile[gl_LocalInvocationID.y + uint(y + 4)][gl_LocalInvocationID.x + uint(x + 4)];

// Measured, rows of 16 invocations do not pay, nor do small neighbourhoods however often they
// are read. Beside what is offered: rows of 31 rather than 32, and 8 x 10 texels rather than 9 x 9.
// RUN: %edit 's/RADIUS 4/RADIUS 8/' blur.comp > wide.comp
// RUN: %wglint-opt --rewrite=stage-halo wide.comp | FileCheck %s --check-prefix=WIDE
// WIDE: offer: reads the workgroup's elements and their neighbours (24 x 48)
// RUN: %edit 's/_x = 32, local_size_y = 8/_x = 31, local_size_y = 8/' wide.comp > narrow.comp
// RUN: %wglint-opt --rewrite=stage-halo narrow.comp | FileCheck %s --check-prefix=NARROW
// NARROW: redundant-global-load
// NARROW-NEXT: no offer: the rows of the workgroup are too short to gain
// RUN: %edit 's/for (int y/for (int turn = 0; turn < 4; ++turn)\n    &/' image.comp > turns.comp
// RUN: %wglint-opt --rewrite=stage-halo turns.comp | FileCheck %s --check-prefix=TURNS
// TURNS: offer: reads the workgroup's elements and their neighbours (16 x 40)
// RUN: %edit -e 's/y <= RADIUS/y < RADIUS/' -e 's/x <= RADIUS/& + 1/' turns.comp > few.comp
// RUN: %wglint-opt --rewrite=stage-halo few.comp | FileCheck %s --check-prefix=FEW
// FEW: repeated-texel-loads
// FEW-NEXT: no offer: so few neighbours come from the cache as fast

// Loads of texels, of an image, and of a texture by a helper function.
// RUN: cp image.comp fixed.comp
// RUN: %wglint --device=llvmpipe --remarks --fix=stage-halo fixed.comp 2>&1 | FileCheck %s --check-prefix=TEXELS
// RUN: FileCheck %s --check-prefix=IMAGE --input-file=fixed.comp
// TEXELS: repeated-texel-loads]: 'stage-halo' reads the workgroup's elements and their neighbours (16 x 40)
// TEXELS: validated: {{[1-9].*}} output identical (llvmpipe{{.*}} predicted: 20.25 to 11.06
// IMAGE: shared vec4 sourceTile[16][40];
// IMAGE: sourceTile[tileY][tileX] = !any(greaterThanEqual(pFirst, size)) ? imageLoad(source, clamp(pFilled + ivec2(-4, -4), ivec2(0), size - 1)) : vec4(0);
// IMAGE: sum += sourceTile[gl_LocalInvocationID.y + uint(y + 4)][gl_LocalInvocationID.x + uint(x + 4)];
// RUN: cp texture.comp fixed.comp
// RUN: %wglint --device=llvmpipe --remarks --fix=stage-halo fixed.comp 2>&1 | FileCheck %s --check-prefix=TEXTURE
// RUN: FileCheck %s --check-prefix=FETCH --input-file=fixed.comp
// TEXTURE: validated: {{[1-9].*}} output identical (llvmpipe
// FETCH: shared uvec4 atTile[16][40];
// Not what is stored to as well.
// RUN: %edit -e 's/readonly uniform/uniform/' -e 's/imageStore(blurred/imageStore(source/' image.comp > stored.comp
// RUN: %wglint-opt --rewrite=stage-halo stored.comp | FileCheck %s --check-prefix=KEPT
// KEPT: repeated-texel-loads
// KEPT-NEXT: no offer

//--- blur.comp
#version 450
#define RADIUS 4
layout(local_size_x = 32, local_size_y = 8) in;
layout(std430, binding = 0) readonly buffer Src { float src[]; };
layout(std430, binding = 1) writeonly buffer Dst { float dst[]; };
uniform int width, height;
float at(ivec2 p) {
  p = clamp(p, ivec2(0), ivec2(width - 1, height - 1));
  return src[p.y * width + p.x];
}
void main() {
  ivec2 p = ivec2(gl_GlobalInvocationID.xy);
  if (p.x >= width || p.y >= height)
    return;
  float sum = 0.0;
  for (int y = -RADIUS; y <= RADIUS; ++y)
    for (int x = -RADIUS; x <= RADIUS; ++x)
      sum += at(p + ivec2(x, y));
  dst[p.y * width + p.x] = sum;
}

//--- image.comp
#version 450
#define RADIUS 4
layout(local_size_x = 32, local_size_y = 8) in;
layout(rgba8, binding = 0) readonly uniform image2D source;
layout(rgba8, binding = 1) writeonly uniform image2D blurred;
void main() {
  ivec2 p = ivec2(gl_GlobalInvocationID.xy), size = imageSize(source);
  if (any(greaterThanEqual(p, size)))
    return;
  vec4 sum = vec4(0.0);
  for (int y = -RADIUS; y <= RADIUS; ++y)
    for (int x = -RADIUS; x <= RADIUS; ++x)
      sum += imageLoad(source, clamp(p + ivec2(x, y), ivec2(0), size - 1));
  imageStore(blurred, p, sum / 81.0);
}

//--- texture.comp
#version 450
layout(local_size_x = 32, local_size_y = 8) in;
uniform usampler2D t;
layout(rgba8ui, binding = 1) writeonly uniform uimage2D blurred;
uvec4 at(ivec2 p) {
  p = clamp(p, ivec2(0), textureSize(t, 0) - 1);
  return texelFetch(t, p, 0);
}
void main() {
  ivec2 p = ivec2(gl_GlobalInvocationID.xy);
  uvec4 most = uvec4(0u);
  for (int y = -4; y <= 4; ++y)
    for (int x = -4; x <= 4; ++x)
      most = max(most, at(p + ivec2(x, y)));
  imageStore(blurred, p, most);
}
