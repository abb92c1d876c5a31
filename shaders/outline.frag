uniform vec4 u_colour;  // sRGB
out vec4 o_colour;
void main() { o_colour = u_colour; }
