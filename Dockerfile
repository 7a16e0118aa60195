# The server in a small image. It keeps its embedded database in /data unless DATABASE_URL
# names a Postgres; docker-compose.yml does that.

FROM rust:1.95-slim-bookworm AS build
# Node, which makes the bundle of the client, and Python, which gathers the licences.
COPY --from=node:22-bookworm-slim /usr/local /usr/local
RUN apt-get update \
    && apt-get install --yes --no-install-recommends python3 \
    && rm -rf /var/lib/apt/lists/*
WORKDIR /src
COPY . .
# The caches keep compiled dependencies between builds of this image; the release is taken out of its
# archive because what is in a cache is not in the image.
RUN --mount=type=cache,target=/usr/local/cargo/registry \
    --mount=type=cache,target=/root/.npm \
    --mount=type=cache,target=/src/target \
    rm -f target/yiguan-*.tar.gz \
    && deploy/dist.sh \
    && mkdir /release \
    && tar --extract --file target/yiguan-*.tar.gz --directory /release --strip-components 1

FROM debian:bookworm-slim
# Push services are known by the certificates of the system.
RUN apt-get update \
    && apt-get install --yes --no-install-recommends ca-certificates \
    && rm -rf /var/lib/apt/lists/*
RUN useradd --system --uid 10001 --home-dir /data --create-home --shell /usr/sbin/nologin yiguan
COPY --from=build /release/yiguan /usr/local/bin/yiguan
COPY --from=build /release/LICENSE /release/LICENCES-OF-CRATES /usr/share/doc/yiguan/
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
