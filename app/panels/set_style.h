// How the microscope's panels show rows and their sets: the colours of the scene, each with a height of its own.
#pragma once

#include <imgui.h>

#include <string>

#include "problem/index_sets.h"

namespace keystone {

struct Simulation;

// A contact's set as one: clamped and sticking, clamped and sliding, unclamped; joint rows likewise.
struct CellStyle {
  ImVec4 colour;
  float height;      // share of a strip's height: full when it sticks, half when it slides, low when open
  const char* name;  // as in the legend
};
CellStyle contactCell(const ContactProblem& problem, const IndexSets& sets, int contact);
CellStyle rowCell(const ContactProblem& problem, const IndexSets& sets, int row);

// "clamped", "sliding +" ...
const char* setName(RowSet set);

// "normal of contact 6", "tangent 2 of contact 6", "joint row 3"; counted from 0.
std::string rowName(const ContactProblem& problem, int row);
// The bodies of a contact, where there are any: "brick 12, brick 13".
std::string bodiesOf(const Simulation& simulation, int contact);
// The contact of a row, -1 for joint rows.
int contactOfRow(const ContactProblem& problem, int row);

}  // namespace keystone
