#include "math/product_count.h"

#include "math/rounding.h"

namespace keystone {
namespace {

thread_local ProductCount* t_innermost = nullptr;

}  // namespace

ProductCount::ProductCount() : outer_(t_innermost) {
  t_innermost = this;
}

ProductCount::~ProductCount() {
  if (outer_ != nullptr) outer_->sum_ += sum_;
  t_innermost = outer_;
}

int ProductCount::count() const {
  return static_cast<int>(sum_ + kNegligible);  // shares that add up to a whole, over a million of them
}

int ProductCount::total() const {
  double sum = 0.0;
  for (const ProductCount* at = this; at != nullptr; at = at->outer_) sum += at->sum_;
  return static_cast<int>(sum + kNegligible);
}

void countProduct(double share) {
  if (t_innermost != nullptr) t_innermost->sum_ += share;
}

int productCount() {
  return t_innermost != nullptr ? t_innermost->total() : 0;
}

}  // namespace keystone
