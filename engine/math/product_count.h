// Products with the Delassus operator W that a method makes: the work of methods that factor nothing.
//
// One product is W x for all rows, with W formed or through the bodies; a sweep over all rows, which visits each entry
// of J as often; or a solve with a factored matrix, which goes through J or W once more and is of the same order.
// Products with some of the rows count by their share. Matrices that are formed or factored do not count here.
#pragma once

#include "math/no_copy.h"

namespace keystone {

// Counts the products of its thread from 0 while it lives, and adds them to the one that it lives within.
class ProductCount : NoCopy {
 public:
  ProductCount();
  ~ProductCount();

  // So far, rounded down; total(): with those of the ones that it lives within.
  int count() const;
  int total() const;

 private:
  friend void countProduct(double share);

  ProductCount* outer_;
  double sum_ = 0.0;
};

// `share`: of W's rows. Nothing happens where nobody counts.
void countProduct(double share = 1.0);
// Of the calling thread, in all that live; 0 where nobody counts.
int productCount();

}  // namespace keystone
