// Depth alone, as the sun sees it.
#include "instance.glsl"
void main() { gl_Position = u_shadow * vec4(worldPlace(), 1.0) * vec4(2.0, 2.0, 2.0, 1.0) - vec4(1.0, 1.0, 1.0, 0.0); }
