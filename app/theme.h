// The look of the panels: colours, spacing and the fonts, at a given scale.
#pragma once

#include <imgui.h>

#include <string>

#include "app_state.h"

namespace keystone {

// The palette (sRGB). Meaning is never carried by hue alone: a word or a shape goes with it.
namespace palette {
inline const ImVec4 kText{0.90F, 0.91F, 0.93F, 1.0F};
inline const ImVec4 kDim{0.58F, 0.62F, 0.67F, 1.0F};
inline const ImVec4 kAccent{0.95F, 0.69F, 0.29F, 1.0F};
inline const ImVec4 kGreen{0.36F, 0.80F, 0.48F, 1.0F};
inline const ImVec4 kTeal{0.32F, 0.82F, 0.76F, 1.0F};
inline const ImVec4 kAmber{0.98F, 0.74F, 0.25F, 1.0F};
inline const ImVec4 kRed{0.98F, 0.36F, 0.34F, 1.0F};
inline const ImVec4 kPanel{0.106F, 0.118F, 0.137F, 1.0F};
inline const ImVec4 kBar{0.078F, 0.087F, 0.102F, 1.0F};
inline const ImVec4 kWell{0.070F, 0.078F, 0.092F, 1.0F};
inline const ImVec4 kLine{0.20F, 0.22F, 0.255F, 1.0F};
inline const ImVec4 kNormalImpulse{0.93F, 0.30F, 0.80F, 1.0F};
inline const ImVec4 kFriction{0.98F, 0.85F, 0.25F, 1.0F};
inline const ImVec4 kResultant{1.0F, 1.0F, 1.0F, 1.0F};
}  // namespace palette

void applyTheme(float scale);

// Light panels are the dark ones with every colour's lightness turned round and its hue kept.
ImU32 turnedLightness(ImU32 colour);
// Of all that is drawn but pictures, and but `scene`, which lies over the scene and not on a panel.
void turnLightness(ImDrawData& data, const ImDrawList* scene);

// Inter, and DejaVu for numbers and for what Inter lacks, in the sizes the panels use; ImGui's own font when neither is
// installed, then false.
bool loadFonts(Fonts& fonts, float scale);

}  // namespace keystone
