#include "problem/problem_file.h"

#include <gtest/gtest.h>

#include <clocale>
#include <fstream>

#include "math/output_file.h"
#include "problem/delassus.h"
#include "support/by_value.h"
#include "support/temp_folder.h"

namespace keystone {
namespace {

class ProblemFileTest : public TempFolder {
 protected:
  std::string text(const std::string& name) const { return bytesOf(path(name)); }
  // Reads p.mtx and p.b with these contents; the error, with the folder taken out, or "" when there is none.
  std::string errorOf(const std::string& matrix, const std::string& vector) const {
    write("p.mtx", matrix);
    write("p.b", vector);
    try {
      readProblemFile(path("p.mtx"));
    } catch (const ProblemFileError& error) {
      std::string what = error.what();
      EXPECT_EQ(what.find('\n'), std::string::npos) << "one line";
      const std::string prefix = folder_.string() + "/";
      return what.starts_with(prefix) ? what.substr(prefix.size()) : what;
    }
    return "";
  }
};

const std::string kBanner = "%%MatrixMarket matrix coordinate real symmetric\n";
const std::string kTwo = kBanner + "2 2 3\n1 1 2.0\n2 1 -0.5\n2 2 1.5\n";

TEST_F(ProblemFileTest, FrictionlessProblemHasOneRowPerContact) {
  write("p.mtx", kBanner + "% a comment\n\n2 2 3\n1 1 2.0\n2 1 -5e-1\n2 2 +1.5\n");
  write("p.b", "-0.25\n3\n");
  const ContactProblem problem = readProblemFile(path("p.mtx")).problem;
  EXPECT_EQ(problem.dim, 1);
  EXPECT_EQ(problem.contacts, 2);
  EXPECT_EQ(problem.q, VecX(Vec2(-0.25, 3.0)));
  MatX W(2, 2);
  W << 2.0, -0.5, -0.5, 1.5;
  EXPECT_EQ(MatX(problem.W), W);
  EXPECT_FALSE(problem.hasBodies());
}

TEST_F(ProblemFileTest, RowsInAnyOrderArePutIntoContactsAndBack) {
  // File rows: 0 = t of 3, 1 = n, 2 = t of 1, 3 = n. Ours: n1 t2 n3 t0.
  const std::string matrix = kBanner + "4 4 5\n1 1 10\n4 1 0.5\n2 2 11\n3 3 12\n4 4 13\n";
  const std::string vector = "0.1 3 0.7\n-1 -1 0\n0.2 1 0.4\n-2 -1 0\n";
  write("p.mtx", matrix);
  write("p.b", vector);
  const ProblemFile file = readProblemFile(path("p.mtx"));
  EXPECT_EQ(file.file_row, (std::vector<int>{1, 2, 3, 0}));
  EXPECT_EQ(file.problem.dim, 2);
  EXPECT_EQ(file.problem.q, VecX(Eigen::Vector4d(-1.0, 0.2, -2.0, 0.1)));
  EXPECT_EQ(file.problem.mu, VecX(Vec2(0.4, 0.7)));
  EXPECT_EQ(file.problem.W.coeff(2, 3), 0.5);
  EXPECT_EQ(file.problem.W.coeff(3, 2), 0.5);
  EXPECT_EQ(file.problem.W.coeff(0, 0), 11.0);

  writeProblemFile(path("copy.mtx"), file.problem, file.file_row);
  EXPECT_EQ(text("copy.mtx"), matrix);
  EXPECT_EQ(text("copy.b"), vector);
}

TEST_F(ProblemFileTest, SpatialContactsHaveTwoTangents) {
  write("p.mtx", kBanner + "3 3 3\n1 1 1\n2 2 1\n3 3 1\n");
  write("p.b", "-1 -1 0\r\n0.5 0 0.3\r\n0.25 0 0.3\r\n");
  const ContactProblem problem = readProblemFile(path("p.mtx")).problem;
  EXPECT_EQ(problem.dim, 3);
  EXPECT_EQ(problem.mu[0], 0.3);
  EXPECT_EQ(problem.q, VecX(Vec3(-1.0, 0.5, 0.25)));
}

TEST_F(ProblemFileTest, ProblemWithBodiesIsWrittenWithItsMatrixAndReadBackBitByBit) {
  ContactProblem problem;
  problem.dim = 2;
  problem.contacts = 1;
  problem.mu = VecX::Constant(1, 1.0 / 3.0);
  problem.q = Vec2(0.1, -1e-300);
  problem.inv_mass.resize(1);
  problem.inv_mass[0] = {Vec3::Constant(1.0 / 7.0), Mat3::Identity() / 3.0};
  problem.J.resize(2, 6);
  problem.J.insert(0, 1) = 1.0;
  problem.J.insert(0, 5) = 0.3;
  problem.J.insert(1, 0) = 1.0;
  problem.J.insert(1, 5) = 0.1;
  writeProblemFile(path("p.mtx"), problem);
  const ContactProblem back = readProblemFile(path("p.mtx")).problem;
  EXPECT_EQ(MatX(back.W), MatX(delassusOf(problem)));
  EXPECT_EQ(back.q, problem.q);
  EXPECT_EQ(back.mu, problem.mu);
}

TEST_F(ProblemFileTest, NumbersAreReadWithAPointInEveryLocale) {
  // Where no such locale is installed the test still holds, it only proves less.
  const char* german = std::setlocale(LC_ALL, "de_DE.UTF-8");
  write("p.mtx", kBanner + "1 1 1\n1 1 2.5\n");
  write("p.b", "0.5\n");
  const ProblemFile file = readProblemFile(path("p.mtx"));
  writeProblemFile(path("copy.mtx"), file.problem);
  std::setlocale(LC_ALL, "C");
  EXPECT_EQ(file.problem.W.coeff(0, 0), 2.5) << (german != nullptr ? german : "C");
  EXPECT_EQ(text("copy.b"), "0.5\n");
}

TEST_F(ProblemFileTest, JointRowsAreRefusedOnWriting) {
  ContactProblem problem;
  problem.joint_rows = 1;
  EXPECT_THROW(writeProblemFile(path("p.mtx"), problem), ProblemFileError);
}

TEST_F(ProblemFileTest, AMatrixThatIsNotSymmetricIsRefusedOnWriting) {
  ContactProblem problem;
  problem.dim = 1;
  problem.contacts = 2;
  problem.mu = VecX::Zero(2);
  problem.q = Vec2(-1.0, -1.0);
  problem.W = MatX({{1.0, 0.5}, {0.25, 1.0}}).sparseView();
  EXPECT_THROW(writeProblemFile(path("p.mtx"), problem), ProblemFileError);
  problem.W.coeffRef(1, 0) = 0.5;
  writeProblemFile(path("p.mtx"), problem);
  EXPECT_EQ(MatX(readProblemFile(path("p.mtx")).problem.W), MatX(problem.W));
}

TEST_F(ProblemFileTest, UnwritableAndMissingFilesAreNamed) {
  EXPECT_THROW(readProblemFile(path("absent.mtx")), ProblemFileError);
  EXPECT_THROW(readProblemFile(path("problem.txt")), ProblemFileError);
  EXPECT_THROW(writeProblemFile(path("no/such/folder.mtx"), ContactProblem{}), OutputError);
  write("alone.mtx", kTwo);
  EXPECT_THROW(readProblemFile(path("alone.mtx")), ProblemFileError);
}

TEST_F(ProblemFileTest, FaultsInTheMatrixAreNamedWithTheirLine) {
  const std::string b = "0\n0\n";
  EXPECT_EQ(errorOf("", b),
            "p.mtx:1: found another first line, expected '" + kBanner.substr(0, kBanner.size() - 1) + "'");
  EXPECT_EQ(errorOf("%%MatrixMarket matrix array real general\n2 2\n", b).substr(0, 8), "p.mtx:1:");
  EXPECT_EQ(errorOf(kBanner, b), "p.mtx:1: found the end of the file, expected the size line: rows, columns, entries");
  EXPECT_EQ(errorOf(kBanner + "2 2\n", b),
            "p.mtx:2: found 2 words in the size line, expected 3: rows, columns, entries");
  EXPECT_EQ(errorOf(kBanner + "2 3 0\n", b).substr(0, 18), "p.mtx:2: found '3'");
  EXPECT_EQ(errorOf(kBanner + "0 0 0\n", b), "p.mtx:2: found '0' as rows, expected a whole number from 1 to 1000000");
  EXPECT_EQ(errorOf(kBanner + "99999999999999999999 2 0\n", b).substr(0, 14), "p.mtx:2: found");
  EXPECT_EQ(errorOf(kBanner + "2 2 4\n", b),
            "p.mtx:2: found '4' as number of entries, expected a whole number from 0 to 3");
  EXPECT_EQ(errorOf(kBanner + "2 2 1\n1 1\n", b), "p.mtx:3: found 2 words, expected 3: row, column, value");
  EXPECT_EQ(errorOf(kBanner + "2 2 1\n3 1 1\n", b), "p.mtx:3: found '3' as row, expected a whole number from 1 to 2");
  EXPECT_EQ(errorOf(kBanner + "2 2 1\n1 2 1\n", b),
            "p.mtx:3: found entry (1, 2) above the diagonal, expected the lower triangle only");
  EXPECT_EQ(errorOf(kBanner + "2 2 1\n1 1 nan\n", b), "p.mtx:3: found 'nan' as entry, expected a finite number");
  EXPECT_EQ(errorOf(kBanner + "2 2 1\n1 1 1e999\n", b), "p.mtx:3: found '1e999' as entry, expected a finite number");
  EXPECT_EQ(errorOf(kBanner + "2 2 1\n1 1 1,5\n", b), "p.mtx:3: found '1,5' as entry, expected a finite number");
  EXPECT_EQ(errorOf(kBanner + "2 2 1\n1 1 -1\n", b),
            "p.mtx:3: found the negative diagonal entry (1, 1), expected a positive semidefinite matrix");
  EXPECT_EQ(errorOf(kBanner + "2 2 2\n1 1 1\n1 1 1\n", b),
            "p.mtx:4: found entry (1, 1) twice, expected each entry once");
  EXPECT_EQ(errorOf(kBanner + "2 2 1\n1 1 1\n2 2 1\n", b),
            "p.mtx:4: found more entries, expected 1 as the size line says");
  EXPECT_EQ(errorOf(kBanner + "2 2 2\n1 1 1\n", b),
            "p.mtx:3: found the end of the file after 1 entries, expected 2 as the size line says");
}

TEST_F(ProblemFileTest, FaultsInTheVectorAreNamedWithTheirPlace) {
  EXPECT_EQ(errorOf(kTwo, ""),
            "p.b:1: found the end of the file after 0 rows, expected 2, one for each row of the matrix");
  EXPECT_EQ(errorOf(kTwo, "0\n0\n0\n"), "p.b:3: found more lines, expected 2, one for each row of the matrix");
  EXPECT_EQ(errorOf(kTwo, "0\nzero\n"), "p.b:2: found 'zero' as q, expected a finite number");
  EXPECT_EQ(errorOf(kTwo, "0\ninf\n"), "p.b:2: found 'inf' as q, expected a finite number");
  EXPECT_EQ(errorOf(kTwo, "0 1\n0 1\n"),
            "p.b:1: found 2 words, expected 1 (q) or 3 (q, row, mu), the same on every line");
  EXPECT_EQ(errorOf(kTwo, "0 -1 0\n0\n").substr(0, 6), "p.b:2:");
  EXPECT_EQ(errorOf(kTwo, "0 -1 0\n0 2 0.5\n"),
            "p.b:2: found '2' as bounding row, expected a whole number from -1 to 1");
  EXPECT_EQ(errorOf(kTwo, "0 -1 0\n0 0 -0.5\n"),
            "p.b:2: found the negative mu -0.5, expected a friction coefficient >= 0");
  EXPECT_EQ(errorOf(kTwo, "0 0 0\n0 0 0.5\n"),
            "p.b: row 0: found bounding row 0, which is a tangent row, expected a normal row");
  const std::string four = kBanner + "4 4 0\n";
  EXPECT_EQ(errorOf(four, "0 -1 0\n0 0 1\n0 0 1\n0 0 1\n"),
            "p.b: row 0: found 3 tangent rows, expected 0, 1 or 2, the same for every contact");
  EXPECT_EQ(errorOf(four, "0 -1 0\n0 0 1\n0 0 1\n0 -1 0\n"),
            "p.b: row 3: found 0 tangent rows, expected 0, 1 or 2, the same for every contact");
  EXPECT_EQ(errorOf(kBanner + "3 3 0\n", "0 -1 0\n0 0 1\n0 0 2\n"),
            "p.b: row 0: found two tangent rows of different mu, expected one friction coefficient per contact");
}

TEST_F(ProblemFileTest, BytesThatAreNoTextDoNotBreakTheErrorLine) {
  EXPECT_EQ(errorOf(kTwo, std::string("\x01\xff\x00", 3) + "\n0\n"),
            "p.b:1: found '?\?\?' as q, expected a finite number");
}

}  // namespace
}  // namespace keystone
