"""Checks docker-compose.yml, for which Docker itself is not needed: what each container may do, and that
no password is in the file. `./check deploy` calls it; it needs the package PyYAML."""

import yaml

with open("docker-compose.yml") as file:
    document = yaml.safe_load(file)

services, volumes = document["services"], document["volumes"]
alone = {"secrets", "postgres", "yiguan"}
cluster = {"yiguan-2", "yiguan-3", "nats", "proxy"}
assert set(services) == alone | cluster, services.keys()
for name, service in services.items():
    assert service.get("profiles", []) == (["cluster"] if name in cluster else []), name
for name, service in services.items():
    assert service["cap_drop"] == ["ALL"], name
    assert service.get("cap_add", []) == (["CHOWN"] if name == "secrets" else []), name
    assert service["read_only"] is True, name
    assert service["security_opt"] == ["no-new-privileges:true"], name
    assert service["mem_limit"] and service["pids_limit"], name
    assert not service.get("privileged") and not service.get("cap_add", []) or name == "secrets", name
    for volume in service.get("volumes", []):
        source, _, rest = volume.partition(":")
        assert source in volumes or source.startswith("./deploy/") and rest.endswith(":ro"), volume
    for key, value in (service.get("environment") or {}).items():
        assert key != "YIGUAN_NATS" or value.startswith("${COMPOSE_PROFILES:+"), "one server waits for no NATS"
        secret = "PASSWORD" in key and not key.endswith("_FILE")
        assert not secret, f"{name}: a password in {key}"
        # An address with a password in it.
        assert ":" not in (value or "").partition("://")[2].partition("@")[0] or "@" not in value, key

assert document["networks"]["database"]["internal"] is True
assert services["postgres"]["networks"] == ["database"] and "ports" not in services["postgres"]
server = services["yiguan"]
for port in server["ports"]:
    assert port.endswith(":8080") or port.startswith("127.0.0.1:"), f"{port} is open to everybody"
for name in ["yiguan-2", "yiguan-3", "nats"]:
    assert "ports" not in services[name], f"{name} is reached through the proxy, or by the servers alone"
assert services["nats"]["networks"] == ["database"]
for name in ["yiguan", "yiguan-2", "yiguan-3"]:
    node = services[name]["environment"]
    assert node["YIGUAN_INTERNAL_ADDRESS"] == f"{node['YIGUAN_NODE_NAME']}:9200" == f"{name}:9200", name
with open("deploy/nginx-cluster.conf") as file:
    proxied = file.read()
for name in ["yiguan", "yiguan-2", "yiguan-3"]:
    assert f"server {name}:8080 " in proxied, f"{name} is not behind the proxy"
environment = server["environment"]
assert environment["YIGUAN_METRICS_PASSWORD_FILE"] and environment["PGPASSFILE"]
print("docker-compose.yml: confined services, no password")
