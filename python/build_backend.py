"""Makes wheels of the package with CMake and the standard library alone: a build backend as PEP 517 has it.

pip calls build_wheel() from the root of the source tree. The compiled part comes from build/release, where ./run and
./test build it, so that it is compiled once; third_party/prepare brings it up to date. Whoever has built it elsewhere
names that build folder by $KEYSTONE_BUILD.
"""
import base64
import hashlib
import os
import subprocess
import sysconfig
import tempfile
import tomllib
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]


def tag():
    """The wheel's tag: this interpreter, this platform."""
    python = "cp" + sysconfig.get_config_var("py_version_nodot")
    platform = sysconfig.get_platform().replace("-", "_").replace(".", "_")
    return f"{python}-{python}-{platform}"


def version_file():
    """The text of version.txt: version and dates, as packaging/version.cmake has them from git."""
    with tempfile.TemporaryDirectory() as folder:
        source = ROOT / "engine" / "record" / "version.cpp.in"
        subprocess.run(["cmake", f"-DTEMPLATE={source}", f"-DOUTPUT={folder}/version.cpp", "-P",
                        ROOT / "packaging" / "version.cmake"], check=True)
        return (Path(folder) / "version.txt").read_text()


def metadata(version):
    lines = ["Metadata-Version: 2.1", f"Name: {PROJECT['name']}", f"Version: {version}",
             f"Summary: {PROJECT['description']}", f"License: {PROJECT['license']['text']}",
             f"Requires-Python: {PROJECT['requires-python']}"]
    lines += [f"Requires-Dist: {needed}" for needed in PROJECT["dependencies"]]
    lines += ["Description-Content-Type: text/markdown", "", (ROOT / PROJECT["readme"]).read_text()]
    return "\n".join(lines)


def compiled():
    """The compiled part, up to date, and its version. SystemExit where it is not for this interpreter."""
    build = os.environ.get("KEYSTONE_BUILD")
    if not build:
        subprocess.run([ROOT / "third_party" / "prepare", "keystone_python"], check=True)
        build = ROOT / "build" / "release"
    built = Path(build) / "python" / "keystone" / ("_engine" + sysconfig.get_config_var("EXT_SUFFIX"))
    if not built.exists():
        raise SystemExit(f"{built}: found no such file, expected the module built for this interpreter: use "
                         f"/usr/bin/python3, or configure build/release with -DPython_EXECUTABLE")
    return built, (Path(build) / "engine" / "version.txt").read_text().split()[0]


def contents(built):
    """Name in the wheel -> file, of all that the package needs."""
    package = ROOT / "python" / "keystone"
    files = {f"keystone/{path.name}": path for path in sorted(package.iterdir()) if path.is_file()}
    files[f"keystone/{built.name}"] = built
    for path in sorted((ROOT / "assets").rglob("*")):
        if path.is_file():
            files[f"keystone/{path.relative_to(ROOT).as_posix()}"] = path
    return files


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    """Writes NAME-VERSION-TAG.whl into the folder and returns its name."""
    built, version = compiled()
    name = f"{PROJECT['name']}-{version}-{tag()}.whl"
    info = f"{PROJECT['name']}-{version}.dist-info"
    entries = {key: path.read_bytes() for key, path in contents(built).items()}
    entries[f"{info}/METADATA"] = metadata(version).encode()
    entries[f"{info}/WHEEL"] = (f"Wheel-Version: 1.0\nGenerator: keystone\nRoot-Is-Purelib: false\n"
                                f"Tag: {tag()}\n").encode()
    entries[f"{info}/LICENSE"] = (ROOT / "LICENSE").read_bytes()
    record = "".join(f"{key},sha256={digest(data)},{len(data)}\n" for key, data in entries.items())
    entries[f"{info}/RECORD"] = (record + f"{info}/RECORD,,\n").encode()
    with zipfile.ZipFile(Path(wheel_directory) / name, "w", zipfile.ZIP_DEFLATED) as wheel:
        for key, data in entries.items():
            wheel.writestr(zipfile.ZipInfo(key), data, zipfile.ZIP_DEFLATED)
    return name


def digest(data):
    return base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()


def build_sdist(sdist_directory, config_settings=None):
    """The tree as git has it, and the version, which an archive has no git to ask for: NAME-VERSION.tar.gz."""
    version = version_file()
    name = f"{PROJECT['name']}-{version.split()[0]}"
    subprocess.run(["git", "archive", f"--add-virtual-file={name}/packaging/archived_version.txt:{version}",
                    f"--prefix={name}/", "-o", os.path.join(sdist_directory, f"{name}.tar.gz"), "HEAD"],
                   cwd=ROOT, check=True)
    return f"{name}.tar.gz"
