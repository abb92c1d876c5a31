// What of a world changes from step to step, to the last bit; the rest is in a scene file.
#pragma once

#include "record/bytes.h"
#include "world/world.h"

namespace keystone {

// Time, motion, masses, the hand, and what the world remembers of impulses and rest.
void writeState(const World& world, ByteWriter& bytes);

// Into the world of the scene that it belongs to. Throws BytesError, and the world is then of no use: where the bytes
// end early or go on, or refer to what the scene does not have.
void readState(ByteReader& bytes, World& world);

// A hand alone.
void writeDrag(const Drag& drag, ByteWriter& bytes);
void readDrag(ByteReader& bytes, Drag& drag);

}  // namespace keystone
