{{/* Pod of a part. Takes (dict "root" $ "name" <part> "part" <settings>). */}}
{{- define "portal.podSpec" -}}
serviceAccountName: {{ include "portal.partName" . }}
automountServiceAccountToken: false
# Kubernetes would otherwise add a variable for every Service of the namespace, some named like ours.
enableServiceLinks: false
{{- include "portal.pullSecrets" .root }}
securityContext:
  {{- include "portal.podSecurity" . | nindent 2 }}
terminationGracePeriodSeconds: {{ .part.drain.graceSeconds }}
{{- with .part.priorityClassName }}
priorityClassName: {{ . }}
{{- end }}
{{- with .part.affinity }}
affinity:
  {{- toYaml . | nindent 2 }}
{{- end }}
topologySpreadConstraints:
  {{- range $key := list "topology.kubernetes.io/zone" "kubernetes.io/hostname" }}
  - maxSkew: 1
    topologyKey: {{ $key }}
    whenUnsatisfiable: ScheduleAnyway
    labelSelector:
      matchLabels:
        {{- include "portal.selector" $ | nindent 8 }}
    # Pods of the last version, on their way out, do not count.
    matchLabelKeys: [pod-template-hash]
  {{- end }}
{{- with .part.nodeSelector }}
nodeSelector:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .part.tolerations }}
tolerations:
  {{- toYaml . | nindent 2 }}
{{- end }}
containers:
  - name: {{ .name }}
    image: {{ include "portal.image" . }}
    imagePullPolicy: {{ .root.Values.image.pullPolicy }}
    securityContext:
      {{- include "portal.containerSecurity" . | nindent 6 }}
    ports:
      {{- if eq .part.serves "grpc" }}
      - { name: grpc, containerPort: 50051, protocol: TCP }
      {{- else }}
      - { name: http, containerPort: 8080, protocol: TCP }
      {{- end }}
      - { name: admin, containerPort: 9090, protocol: TCP }
    env:
      {{- include "portal.env" . | nindent 6 }}
      {{- with .part.extraEnv }}
      {{- toYaml . | nindent 6 }}
      {{- end }}
    # Alive without its database: killing it would not bring them back.
    startupProbe:
      httpGet: { path: /healthz, port: admin }
      periodSeconds: 2
      failureThreshold: 30
    livenessProbe:
      httpGet: { path: /healthz, port: admin }
      periodSeconds: 10
      timeoutSeconds: 3
      failureThreshold: 3
    # Ready only when its database answers (the BFF: Redis); a broker that is away takes no pod out.
    readinessProbe:
      httpGet: { path: /readyz, port: admin }
      periodSeconds: 5
      timeoutSeconds: 3
      failureThreshold: 2
    lifecycle:
      preStop:
        # Clients and the ingress learn that the pod leaves before it stops taking calls.
        sleep: { seconds: {{ .part.drain.leaveSeconds }} }
    resources:
      {{- toYaml .part.resources | nindent 6 }}
    volumeMounts:
      - { name: tmp, mountPath: /tmp }
      {{- if .root.Values.grpcTls.enabled }}
      - { name: grpc-tls, mountPath: /etc/portal/grpc-tls, readOnly: true }
      {{- end }}
      {{- with include "portal.secretMounts" . | trim }}
      {{- . | nindent 6 }}
      {{- end }}
      {{- with .part.extraVolumeMounts }}
      {{- toYaml . | nindent 6 }}
      {{- end }}
  {{- range .part.sidecars }}
  {{- /* Under the same rules as the part, whatever else it says. */}}
  - {{- mergeOverwrite (deepCopy .) (dict "securityContext" (include "portal.containerSecurity" $ | fromYaml)) | toYaml | nindent 4 }}
  {{- end }}
volumes:
  - name: tmp
    emptyDir: { sizeLimit: 256Mi }
  {{- if .root.Values.grpcTls.enabled }}
  - name: grpc-tls
    secret:
      secretName: {{ include "portal.partName" . }}{{ .root.Values.grpcTls.secretSuffix }}
      defaultMode: 288 # 0440: the pod runs as the group that owns it
  {{- end }}
  {{- include "portal.secretVolumes" . | nindent 2 }}
  {{- with .part.extraVolumes }}
  {{- toYaml . | nindent 2 }}
  {{- end }}
{{- end -}}

{{/*
Environment of a part: what is fixed by this chart, addresses of the parts it calls, settings, secrets by reference.
A setting that is empty stops the rendering: the service would only say the same later, in a crash loop.
*/}}
{{- define "portal.env" -}}
{{- $root := .root -}}
{{- $name := .name -}}
- { name: PART, value: {{ $name }} }
- { name: DEPLOYMENT, value: {{ $root.Values.deployment }} }
- { name: ADMIN_LISTEN, value: "0.0.0.0:9090" }
{{- if eq .part.serves "grpc" }}
- { name: GRPC_LISTEN, value: "0.0.0.0:50051" }
{{- else }}
- { name: HOST, value: "0.0.0.0" }
- { name: PORT, value: "8080" }
{{- end }}
- { name: PUBLIC_URL, value: {{ required "publicUrl is not set: links in mails begin with it" $root.Values.publicUrl | quote }} }
- { name: LOG_LEVEL, value: {{ $root.Values.logLevel | quote }} }
{{- with $root.Values.otlpEndpoint }}
- { name: OTEL_EXPORTER_OTLP_ENDPOINT, value: {{ . | quote }} }
- { name: OTEL_TRACES_SAMPLER, value: parentbased_traceidratio }
- { name: OTEL_TRACES_SAMPLER_ARG, value: {{ $root.Values.otlpSampledShare | quote }} }
{{- end }}
{{- if $root.Values.grpcTls.enabled }}
- { name: GRPC_TLS_CA_FILE, value: /etc/portal/grpc-tls/ca.crt }
- { name: GRPC_TLS_CERT_FILE, value: /etc/portal/grpc-tls/tls.crt }
- { name: GRPC_TLS_KEY_FILE, value: /etc/portal/grpc-tls/tls.key }
{{- end }}
{{- range .part.calls }}
- name: {{ printf "%s_ADDR" (upper .) }}
  value: {{ printf "dns:///%s:50051" (include "portal.partName" (dict "root" $root "name" .)) }}
{{- end }}
{{- $pool := dict }}
{{- if has "database" .part.needs }}
{{- $pool = dict "DATABASE_POOL_SIZE" $root.Values.database.poolSize }}
{{- end }}
{{- range $key, $value := mergeOverwrite $pool (deepCopy $root.Values.config) .part.config }}
- name: {{ $key }}
  value: {{ required (printf "parts.%s.config.%s is not set" $name $key) $value | quote }}
{{- end }}
{{- include "portal.tlsEnv" . }}
{{- if $root.Values.secretsAsFiles }}
- { name: SECRETS_DIR, value: /etc/portal/secrets }
{{- else }}
{{- range $root.Values.shared.keys }}
- name: {{ . }}
  valueFrom: { secretKeyRef: { name: {{ $root.Values.shared.existingSecret }}, key: {{ . }} } }
{{- end }}
{{- $secret := .part.existingSecret }}
{{- range .part.secretKeys }}
- name: {{ . }}
  valueFrom: { secretKeyRef: { name: {{ required (printf "parts.%s.existingSecret is not set" $name) $secret }}, key: {{ . }} } }
{{- end }}
{{- end }}
{{- end -}}
