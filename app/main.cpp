// keystone: the sandbox program.
#include "run.h"

int main(int argc, char** argv) {
  return keystone::openSandbox(argc, argv);
}
