{{- define "lacre.name" -}}
{{ .Release.Name | trunc 40 | trimSuffix "-" }}
{{- end }}

{{- define "lacre.image" -}}
{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}
{{- end }}

{{- define "lacre.labels" -}}
app.kubernetes.io/name: lacre
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
app.kubernetes.io/version: {{ .Values.image.tag | default .Chart.AppVersion | quote }}
helm.sh/chart: {{ .Chart.Name }}-{{ .Chart.Version }}
{{- end }}

{{- /* Of one component: a list of the root context and its name. */}}
{{- define "lacre.selector" -}}
app.kubernetes.io/name: lacre
app.kubernetes.io/instance: {{ (index . 0).Release.Name }}
app.kubernetes.io/component: {{ index . 1 }}
{{- end }}

{{- define "lacre.serviceAccount" -}}
{{- if .Values.serviceAccount.create }}{{ .Values.serviceAccount.name | default (include "lacre.name" .) }}{{ else }}{{ .Values.serviceAccount.name | default "default" }}{{ end }}
{{- end }}

{{- define "lacre.claim" -}}
{{ .Values.data.existingClaim | default (printf "%s-data" (include "lacre.name" .)) }}
{{- end }}

{{- define "lacre.podSecurity" -}}
runAsNonRoot: true
seccompProfile:
  type: RuntimeDefault
{{- end }}

{{- define "lacre.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities:
  drop: [ALL]
{{- end }}

{{- /* What each service reads of the Secret; a service is given nothing else of it. */}}
{{- define "lacre.secrets" -}}
command: [DATABASE_URL, DATABASE_DIRECT_URL, EVENT_STORE_URL, NATS_URL, NATS_CREDENTIALS, NATS_NKEY_SEED, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY, SMTP_URL, SMS_GATEWAY_TOKEN, GOOGLE_CLIENT_SECRET, GEOCODE_KEY, DIGEST_KEY, PROOF_SECRET, IDENTITY_SECRET, BLOB_MASTER_KEY, PERSONAL_DATA_KEYS]
query: [DATABASE_URL, DATABASE_DIRECT_URL, QUERY_DATABASE_URL, EVENT_STORE_URL, PERSONAL_DATA_KEYS]
projector: [DATABASE_URL, DATABASE_DIRECT_URL, EVENT_STORE_URL, NATS_URL, NATS_CREDENTIALS, NATS_NKEY_SEED, SMTP_URL, PROOF_SECRET, PERSONAL_DATA_KEYS]
signer: [DATABASE_URL, DATABASE_DIRECT_URL, EVENT_STORE_URL, NATS_URL, NATS_CREDENTIALS, NATS_NKEY_SEED, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY, GOTENBERG_URL, TSA_URL, SEAL_PFX_PASSWORD, FACE_CHECK_TOKEN, PROOF_SECRET, BLOB_MASTER_KEY, PAYLOAD_KEY, PERSONAL_DATA_KEYS]
page: []
migrate: [DATABASE_DIRECT_URL, EVENT_STORE_URL, BLOB_MASTER_KEY, DIGEST_KEY, PERSONAL_DATA_KEYS]
{{- end }}

{{- /* The environment of a program: a list of the root context and its name. */}}
{{- define "lacre.environment" -}}
{{- $root := index . 0 }}
{{- $program := index . 1 }}
- name: PUBLIC_URL
  value: {{ required "publicUrl: where people reach the installation" $root.Values.publicUrl | quote }}
- name: TRUSTED_PROXIES
  value: {{ $root.Values.proxy.trustedProxies | quote }}
{{- if or (eq $program "query") (eq $program "signer") }}
- name: JWKS_URL
  value: http://{{ include "lacre.name" $root }}-command:4400/.well-known/jwks.json
- name: API_TOKENS_URL
  value: http://{{ include "lacre.name" $root }}-command-internal:4410/api-token
{{- end }}
{{- if and $root.Values.migration.enabled (ne $program "migrate") (ne $program "page") }}
- name: AUTO_MIGRATE
  value: 'false'
{{- end }}
{{- range $name, $value := $root.Values.config }}
- name: {{ $name }}
  value: {{ $value | quote }}
{{- end }}
{{- range get (include "lacre.secrets" $root | fromYaml) $program }}
- name: {{ . }}
  valueFrom:
    secretKeyRef:
      name: {{ $root.Values.existingSecret }}
      key: {{ . }}
      optional: true
{{- end }}
{{- if eq $program "migrate" }}
- name: DATABASE_URL
  valueFrom:
    secretKeyRef:
      name: {{ $root.Values.existingSecret }}
      key: {{ $root.Values.migration.databaseUrlKey }}
{{- end }}
{{- end }}
