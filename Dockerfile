# The server in a small image. It keeps its embedded database in /data unless DATABASE_URL
# names a Postgres; docker-compose.yml does that.

FROM node:22-bookworm-slim AS bundle
WORKDIR /src/static
COPY static .
RUN --mount=type=cache,target=/root/.npm ./build.sh

FROM rust:1.95-slim-bookworm AS build
WORKDIR /src
COPY . .
# The server takes the bundle as long as it is made from the sources that are here.
COPY --from=bundle /src/static/dist static/dist
# The caches keep compiled dependencies between builds of this image; the binary is copied out
# because what is in a cache is not in the image.
RUN --mount=type=cache,target=/usr/local/cargo/registry \
    --mount=type=cache,target=/src/target \
    cargo build --profile dist --locked --package yiguan --bin yiguan \
    && cp target/dist/yiguan /usr/local/bin/yiguan

FROM debian:bookworm-slim
# Push services are known by the certificates of the system.
RUN apt-get update \
    && apt-get install --yes --no-install-recommends ca-certificates \
    && rm -rf /var/lib/apt/lists/*
RUN useradd --system --uid 10001 --home-dir /data --create-home --shell /usr/sbin/nologin yiguan
COPY --from=build /usr/local/bin/yiguan /usr/local/bin/yiguan
COPY LICENSE /usr/share/doc/yiguan/LICENSE
USER yiguan
WORKDIR /data
VOLUME /data
ENV YIGUAN_BIND=0.0.0.0:8080 \
    YIGUAN_DATA_DIR=/data
EXPOSE 8080
# The image has no HTTP client; bash speaks enough of it to read a status line.
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
    CMD ["bash", "-c", "exec 3<>/dev/tcp/127.0.0.1/8080 && printf 'GET /readyz HTTP/1.0\\r\\nHost: localhost\\r\\n\\r\\n' >&3 && read -r _ status _ <&3 && [ \"$status\" = 200 ]"]
# The server drains on SIGTERM, which is what `docker stop` sends.
ENTRYPOINT ["yiguan"]
