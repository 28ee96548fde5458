# The service: docker build -t maintext . && docker run --rm -p 8641:8641 -e MAINTEXT_TOKEN="$(openssl rand -hex 16)" maintext
FROM rust:1.88-slim-bookworm AS build
# hadolint ignore=DL3008
RUN apt-get update \
 && apt-get install --no-install-recommends --yes python3-pip python3-venv \
 && rm -rf /var/lib/apt/lists/*
WORKDIR /source
COPY Cargo.toml Cargo.lock pyproject.toml README.md LICENSE NOTICE ./
COPY crates crates
COPY src src
RUN python3 -m venv /build \
 && /build/bin/pip install --no-cache-dir 'maturin>=1.9,<2' \
 && /build/bin/maturin build --release --locked --out /wheels

FROM python:3.13-slim-bookworm
COPY --from=build /wheels /wheels
COPY constraints.txt /wheels/
RUN wheel=$(ls /wheels/*.whl) \
 && pip install --no-cache-dir --constraint /wheels/constraints.txt "${wheel}[serve,crawl,mcp]" \
 && useradd --system --create-home --uid 10001 maintext
USER 10001
WORKDIR /home/maintext
EXPOSE 8641
HEALTHCHECK --interval=30s --timeout=5s --start-period=10s \
  CMD ["python", "-c", "import urllib.request; urllib.request.urlopen('http://127.0.0.1:8641/healthz', timeout=4)"]
# Another host than loopback needs a token: MAINTEXT_TOKEN, or the random one that is printed.
ENTRYPOINT ["maintext"]
CMD ["serve", "--host", "0.0.0.0"]
