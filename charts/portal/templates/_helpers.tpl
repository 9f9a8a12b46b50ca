{{/* Name of the release, cut so that the longest part and a hook's prefix still fit into 63 characters. */}}
{{- define "portal.name" -}}
{{- .Release.Name | trunc 40 | trimSuffix "-" -}}
{{- end -}}

{{/* Name of a part's objects. Takes (dict "root" $ "name" <part>). */}}
{{- define "portal.partName" -}}
{{- printf "%s-%s" (include "portal.name" .root) .name -}}
{{- end -}}

{{/* What selects a part's pods: never changes over upgrades, since a Deployment's selector can't. */}}
{{- define "portal.selector" -}}
app.kubernetes.io/name: portal
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .name }}
{{- end -}}

{{- define "portal.labels" -}}
{{ include "portal.selector" . }}
app.kubernetes.io/version: {{ .root.Chart.AppVersion | quote }}
app.kubernetes.io/part-of: portal
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .root.Chart.Name .root.Chart.Version }}
{{- end -}}

{{/* Image of a part. Takes (dict "root" $ "name" <part> "part" <settings>). */}}
{{- define "portal.image" -}}
{{- $image := .root.Values.image -}}
{{- $repository := printf "%s/portal-%s" (required "image.registry is not set: where are the images?" $image.registry) .name -}}
{{- if .part.digest -}}
{{ printf "%s@%s" $repository .part.digest }}
{{- else -}}
{{ printf "%s:%s" $repository ($image.tag | default .root.Chart.AppVersion) }}
{{- end -}}
{{- end -}}

{{/* Pod security of the "restricted" standard; the user is the one that deploy/Dockerfile makes. */}}
{{- define "portal.podSecurity" -}}
runAsNonRoot: true
runAsUser: 10001
runAsGroup: 10001
fsGroup: 10001
seccompProfile:
  type: RuntimeDefault
{{- end -}}

{{- define "portal.containerSecurity" -}}
allowPrivilegeEscalation: false
privileged: false
readOnlyRootFilesystem: true
runAsNonRoot: true
capabilities:
  drop: [ALL]
{{- end -}}

{{- define "portal.pullSecrets" -}}
{{- with .Values.image.pullSecrets }}
imagePullSecrets:
  {{- range . }}
  - name: {{ . }}
  {{- end }}
{{- end }}
{{- end -}}

{{/* One rule of a network policy: ports (TCP unless said), and peers or anywhere. */}}
{{- define "portal.egressTo" -}}
- ports:
    {{- range .ports }}
    - { port: {{ . }}, protocol: TCP }
    {{- end }}
  {{- with .to }}
  to:
    {{- toYaml . | nindent 4 }}
  {{- end }}
{{- end -}}
