// What stands in a <joint> of MJCF, and what actuators do to it.
#pragma once

#include "joint/joint.h"
#include "robot/mjcf_file.h"

namespace keystone {

// The kind of a joint by its `type`; not of free joints. Throws RobotError.
JointKind kindOfMjcfJoint(const XmlElement& element);

// Friction, limits and spring of an element with its defaults. Where the joint is, its coordinate is 0 here and `ref`
// in the file. Throws RobotError.
void readMjcfJoint(MjcfFile& file, XmlElement element, Joint& joint);

// What an actuator with its defaults does to its joint, whose coordinate is 0 where the file has `ref`. Without a bound
// to its force, a `position` or `velocity` is the spring and the damper that it is while its control stays the same.
// All others hold speed 0 with at most their limit. Throws RobotError.
void readMjcfActuator(MjcfFile& file, const XmlElement& element, double ref, double control, Joint& joint);

// `ref` of a joint [rad] or [m].
double refOfMjcfJoint(const MjcfFile& file, const XmlElement& element, JointKind kind);

}  // namespace keystone
