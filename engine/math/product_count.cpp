#include "math/product_count.h"

namespace keystone {
namespace {

thread_local ProductCount* t_innermost = nullptr;
constexpr double kRounding = 1e-9;  // of shares that add up to a whole, over a million of them

}  // namespace

ProductCount::ProductCount() : outer_(t_innermost) {
  t_innermost = this;
}

ProductCount::~ProductCount() {
  if (outer_ != nullptr) outer_->sum_ += sum_;
  t_innermost = outer_;
}

int ProductCount::count() const {
  return static_cast<int>(sum_ + kRounding);
}

int ProductCount::total() const {
  double sum = 0.0;
  for (const ProductCount* at = this; at != nullptr; at = at->outer_) sum += at->sum_;
  return static_cast<int>(sum + kRounding);
}

void countProduct(double share) {
  if (t_innermost != nullptr) t_innermost->sum_ += share;
}

int productCount() {
  return t_innermost != nullptr ? t_innermost->total() : 0;
}

}  // namespace keystone
