// Less than a step of eight bits, so that slow gradients show no bands.
float grain() { return (fract(dot(gl_FragCoord.xy, vec2(0.7548777, 0.5698403))) - 0.5) / 255.0; }
