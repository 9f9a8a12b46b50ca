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

{{/* Connections that the pods of a part may open together: at their most, with the one that an upgrade adds. Takes (dict "root" $ "part" <settings>). */}}
{{- define "portal.connections" -}}
{{- $pods := .part.replicas -}}
{{- if .part.autoscaling.enabled -}}{{- $pods = .part.autoscaling.maxReplicas -}}{{- end -}}
{{- $config := mergeOverwrite (deepCopy .root.Values.config) .part.config -}}
{{- mul (add $pods 1) (int (get $config "DATABASE_POOL_SIZE" | default .root.Values.database.poolSize)) -}}
{{- end -}}

{{/* Stops the rendering where all pods could open more connections than the database server lets in. */}}
{{- define "portal.checkConnections" -}}
{{- $root := . -}}
{{- $free := sub .Values.database.maxConnections .Values.database.reserved -}}
{{- $sum := 0 -}}
{{- range $name, $own := .Values.parts -}}
{{- $part := mergeOverwrite (deepCopy $root.Values.defaults) (deepCopy $own) -}}
{{- if has "database" $part.needs -}}
{{- $of := int (include "portal.connections" (dict "root" $root "part" $part)) -}}
{{- if and (not $root.Values.database.oneServer) (gt $of (int $free)) -}}
{{- fail (printf "the pods of %s could open %d connections, its database server leaves %d: set parts.%s.autoscaling.maxReplicas, database.poolSize or database.maxConnections" $name $of $free $name) -}}
{{- end -}}
{{- $sum = add $sum $of -}}
{{- end -}}
{{- end -}}
{{- if and .Values.database.oneServer (gt (int $sum) (int $free)) -}}
{{- fail (printf "all pods together could open %d connections, the database server leaves %d: set autoscaling.maxReplicas, database.poolSize or database.maxConnections" $sum $free) -}}
{{- end -}}
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
