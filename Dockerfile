# One image for all processes of the scaled profile; what a container does is its command (docker-compose.yml).
FROM python:3.11-slim

ENV PYTHONUNBUFFERED=1 PYTHONDONTWRITEBYTECODE=1 TRAVELAGENT_DATA_DIR=/data HOST=0.0.0.0
WORKDIR /app

COPY requirements-extras.lock .
RUN pip install --no-cache-dir --requirement requirements-extras.lock

COPY manage.py pyproject.toml ./
COPY agent_core agent_core
COPY travelagent travelagent
COPY templates templates
COPY static static
COPY locale locale
RUN useradd --create-home travelagent \
    && mkdir /data \
    && python manage.py compile_translations \
    && rm -rf /data/* \
    && chown travelagent /data

USER travelagent
VOLUME /data
EXPOSE 8000
CMD ["python", "manage.py", "serve"]
