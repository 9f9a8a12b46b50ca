{{/*
Network policy of one part, from `calls` and `needs`: who calls it may come in, what it calls and needs may be gone to,
nothing else. Probes come from the node itself, which policies do not stop.
*/}}
{{- define "portal.networkPolicy" -}}
{{- $root := .root -}}
{{- $name := .name -}}
{{- $policy := .root.Values.networkPolicy -}}
apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata:
  {{- include "portal.meta" . | nindent 2 }}
spec:
  podSelector:
    matchLabels:
      {{- include "portal.selector" . | nindent 6 }}
  policyTypes: [Ingress, Egress]
  ingress:
    {{- $callers := list }}
    {{- range $caller, $own := $root.Values.parts }}
    {{- if has $name ($own.calls | default $root.Values.defaults.calls) }}
    {{- $callers = append $callers $caller }}
    {{- end }}
    {{- end }}
    {{- if eq .part.serves "grpc" }}
    {{- if or $callers $policy.callsFrom }}
    - ports:
        - { port: grpc, protocol: TCP }
      from:
        {{- range $callers }}
        - podSelector:
            matchLabels:
              {{- include "portal.selector" (dict "root" $root "name" .) | nindent 14 }}
        {{- end }}
        {{- with $policy.callsFrom }}
        {{- toYaml . | nindent 8 }}
        {{- end }}
    {{- end }}
    {{- else }}
    - ports:
        - { port: http, protocol: TCP }
      from:
        {{- with $policy.pagesFrom }}
        {{- toYaml . | nindent 8 }}
        {{- end }}
        - podSelector:
            matchLabels:
              {{- include "portal.selector" (dict "root" $root "name" "test") | nindent 14 }}
    {{- end }}
    - ports:
        - { port: admin, protocol: TCP }
      from:
        {{- with $policy.metricsFrom }}
        {{- toYaml . | nindent 8 }}
        {{- end }}
        - podSelector:
            matchLabels:
              {{- include "portal.selector" (dict "root" $root "name" "test") | nindent 14 }}
  egress:
    {{- include "portal.dnsRule" $root | nindent 4 }}
    {{- with .part.calls }}
    - ports:
        - { port: 50051, protocol: TCP }
      to:
        {{- range . }}
        - podSelector:
            matchLabels:
              {{- include "portal.selector" (dict "root" $root "name" .) | nindent 14 }}
        {{- end }}
    {{- end }}
    {{- range .part.needs }}
    {{- include "portal.egressTo" (get $policy.egress .) | nindent 4 }}
    {{- end }}
    {{- if $root.Values.otlpEndpoint }}
    {{- include "portal.egressTo" $policy.egress.traces | nindent 4 }}
    {{- end }}
{{- end -}}

{{/* DNS goes over UDP, and over TCP when an answer is long, as that of a headless Service with many pods. */}}
{{- define "portal.dnsRule" -}}
{{- with .Values.networkPolicy.egress.dns -}}
- ports:
    {{- range .ports }}
    - { port: {{ . }}, protocol: UDP }
    - { port: {{ . }}, protocol: TCP }
    {{- end }}
  {{- with .to }}
  to:
    {{- toYaml . | nindent 4 }}
  {{- end }}
{{- end -}}
{{- end -}}
