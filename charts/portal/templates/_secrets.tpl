{{/*
Files of a pod beside its image: secrets that are read again when they change, and certificates. Each takes
(dict "root" $ "name" <part> "part" <settings>).
*/}}

{{/* Servers that parts ask by TLS, as the names of their variables begin; of those that the part needs. */}}
{{- define "portal.tlsServers" -}}
{{- $variables := dict "database" "DATABASE" "nats" "NATS" "redis" "REDIS" "mail" "SMTP" -}}
{{- $servers := list -}}
{{- range .root.Values.serverTls.servers -}}
{{- if and (hasKey $variables .) (has . $.part.needs) -}}{{- $servers = append $servers (get $variables .) -}}{{- end -}}
{{- end -}}
{{- join "," $servers -}}
{{- end -}}

{{- define "portal.tlsEnv" -}}
{{- $root := .root -}}
{{- range compact (splitList "," (include "portal.tlsServers" .)) }}
- { name: {{ . }}_TLS_CA_FILE, value: /etc/portal/servers/ca.crt }
{{- if $root.Values.serverTls.clientCertificate }}
- { name: {{ . }}_TLS_CERT_FILE, value: /etc/portal/servers/tls.crt }
- { name: {{ . }}_TLS_KEY_FILE, value: /etc/portal/servers/tls.key }
{{- end }}
{{- end }}
{{- if has "traces" $root.Values.serverTls.servers }}
- { name: OTEL_EXPORTER_OTLP_CERTIFICATE, value: /etc/portal/servers/ca.crt }
{{- end }}
{{- if and (eq .part.serves "http") $root.Values.httpTls.enabled }}
- { name: HTTP_TLS_CERT_FILE, value: /etc/portal/http-tls/tls.crt }
- { name: HTTP_TLS_KEY_FILE, value: /etc/portal/http-tls/tls.key }
{{- if $root.Values.httpTls.mutual }}
- { name: HTTP_TLS_CLIENT_CA_FILE, value: /etc/portal/http-tls/ca.crt }
{{- end }}
{{- end }}
{{- end -}}

{{- define "portal.secretMounts" -}}
{{- if .root.Values.secretsAsFiles }}
- { name: secrets, mountPath: /etc/portal/secrets, readOnly: true }
{{- end }}
{{- if .root.Values.serverTls.servers }}
- { name: servers, mountPath: /etc/portal/servers, readOnly: true }
{{- end }}
{{- if and (eq .part.serves "http") .root.Values.httpTls.enabled }}
- { name: http-tls, mountPath: /etc/portal/http-tls, readOnly: true }
{{- end }}
{{- end -}}

{{/* Readable by the group that the pod runs as: 288 is 0440. */}}
{{- define "portal.secretVolumes" -}}
{{- if .root.Values.secretsAsFiles }}
- name: secrets
  projected:
    defaultMode: 288
    sources:
      {{- with .root.Values.shared }}
      {{- if .keys }}
      - secret:
          name: {{ .existingSecret }}
          items:
            {{- range .keys }}
            - { key: {{ . }}, path: {{ . }} }
            {{- end }}
      {{- end }}
      {{- end }}
      - secret:
          name: {{ required (printf "parts.%s.existingSecret is not set" .name) .part.existingSecret }}
          items:
            {{- range .part.secretKeys }}
            - { key: {{ . }}, path: {{ . }} }
            {{- end }}
{{- end }}
{{- if .root.Values.serverTls.servers }}
- name: servers
  secret: { secretName: {{ .root.Values.serverTls.secret }}, defaultMode: 288 }
{{- end }}
{{- if and (eq .part.serves "http") .root.Values.httpTls.enabled }}
- name: http-tls
  secret: { secretName: {{ .root.Values.httpTls.secret }}, defaultMode: 288 }
{{- end }}
{{- end -}}
