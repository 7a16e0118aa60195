"""Checks docker-compose.yml, for which Docker itself is not needed: what each container may do, and that
no password is in the file. `./check deploy` calls it; it needs the package PyYAML."""

import yaml

with open("docker-compose.yml") as file:
    document = yaml.safe_load(file)

services, volumes = document["services"], document["volumes"]
assert set(services) == {"secrets", "postgres", "yiguan"}, services.keys()
for name, service in services.items():
    assert service["cap_drop"] == ["ALL"], name
    assert service.get("cap_add", []) == (["CHOWN"] if name == "secrets" else []), name
    assert service["read_only"] is True, name
    assert service["security_opt"] == ["no-new-privileges:true"], name
    assert service["mem_limit"] and service["pids_limit"], name
    assert not service.get("privileged") and not service.get("cap_add", []) or name == "secrets", name
    for volume in service["volumes"]:
        source, _, rest = volume.partition(":")
        assert source in volumes or source.startswith("./deploy/") and rest.endswith(":ro"), volume
    for key, value in (service.get("environment") or {}).items():
        secret = "PASSWORD" in key and not key.endswith("_FILE")
        assert not secret, f"{name}: a password in {key}"
        # An address with a password in it.
        assert ":" not in (value or "").partition("://")[2].partition("@")[0] or "@" not in value, key

assert document["networks"]["database"]["internal"] is True
assert services["postgres"]["networks"] == ["database"] and "ports" not in services["postgres"]
server = services["yiguan"]
for port in server["ports"]:
    assert port.endswith(":8080") or port.startswith("127.0.0.1:"), f"{port} is open to everybody"
environment = server["environment"]
assert environment["YIGUAN_METRICS_PASSWORD_FILE"] and environment["PGPASSFILE"]
print("docker-compose.yml: three confined services, no password")
