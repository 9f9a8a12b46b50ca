{{/*
The objects of one part. Each takes (dict "root" $ "name" <part> "part" <settings, defaults merged in>).
*/}}

{{- define "portal.meta" -}}
name: {{ include "portal.partName" . }}
namespace: {{ .root.Release.Namespace }}
labels:
  {{- include "portal.labels" . | nindent 2 }}
{{- end -}}

{{- define "portal.serviceAccount" -}}
apiVersion: v1
kind: ServiceAccount
metadata:
  {{- include "portal.meta" . | nindent 2 }}
# No part talks to the Kubernetes API.
automountServiceAccountToken: false
{{- end -}}

{{- define "portal.service" -}}
apiVersion: v1
kind: Service
metadata:
  {{- include "portal.meta" . | nindent 2 }}
spec:
  type: ClusterIP
  {{- if eq .part.serves "grpc" }}
  # Headless: gRPC clients see every pod and balance over them; a virtual address would pin a client to one.
  clusterIP: None
  {{- end }}
  selector:
    {{- include "portal.selector" . | nindent 4 }}
  ports:
    {{- if eq .part.serves "grpc" }}
    - { name: grpc, port: 50051, targetPort: grpc, protocol: TCP, appProtocol: {{ if .root.Values.grpcTls.enabled }}https{{ else }}kubernetes.io/h2c{{ end }} }
    {{- else }}
    - { name: http, port: {{ if .root.Values.httpTls.enabled }}443{{ else }}80{{ end }}, targetPort: http, protocol: TCP, appProtocol: {{ if .root.Values.httpTls.enabled }}https{{ else }}http{{ end }} }
    {{- end }}
    - { name: admin, port: 9090, targetPort: admin, protocol: TCP, appProtocol: http }
{{- end -}}

{{- define "portal.deployment" -}}
apiVersion: apps/v1
kind: Deployment
metadata:
  {{- include "portal.meta" . | nindent 2 }}
spec:
  {{- if not .part.autoscaling.enabled }}
  replicas: {{ .part.replicas }}
  {{- else }}
  {{- /* The autoscaler owns the number. What runs is said again: a number that an upgrade leaves out would become 1 first. */}}
  {{- with lookup "apps/v1" "Deployment" .root.Release.Namespace (include "portal.partName" .) }}
  replicas: {{ .spec.replicas }}
  {{- end }}
  {{- end }}
  revisionHistoryLimit: 5
  selector:
    matchLabels:
      {{- include "portal.selector" . | nindent 6 }}
  minReadySeconds: {{ .part.minReadySeconds }}
  strategy:
    type: RollingUpdate
    rollingUpdate:
      # A new pod is ready before an old one goes: no request is lost while rolling.
      maxSurge: 1
      maxUnavailable: 0
  template:
    metadata:
      # Fewer than on the objects: a chart that only changes its own version must not replace every pod.
      labels:
        {{- include "portal.selector" . | nindent 8 }}
      {{- with .part.podAnnotations }}
      annotations:
        {{- toYaml . | nindent 8 }}
      {{- end }}
    spec:
      {{- include "portal.podSpec" . | nindent 6 }}
{{- end -}}

{{- define "portal.autoscaler" -}}
apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
metadata:
  {{- include "portal.meta" . | nindent 2 }}
spec:
  scaleTargetRef:
    apiVersion: apps/v1
    kind: Deployment
    name: {{ include "portal.partName" . }}
  minReplicas: {{ .part.autoscaling.minReplicas }}
  maxReplicas: {{ .part.autoscaling.maxReplicas }}
  metrics:
    - type: Resource
      resource:
        name: cpu
        target:
          type: Utilization
          averageUtilization: {{ .part.autoscaling.cpuPercent }}
  behavior:
    {{- include "portal.scaling" . | nindent 4 }}
{{- end -}}

{{/* How fast the number of pods follows. */}}
{{- define "portal.scaling" -}}
# Up at once when registration opens; down slowly, since each step down ends connections.
scaleUp:
  stabilizationWindowSeconds: 0
  policies:
    - { type: Percent, value: 100, periodSeconds: 30 }
scaleDown:
  stabilizationWindowSeconds: 300
  policies:
    - { type: Pods, value: 1, periodSeconds: 60 }
{{- end -}}

{{/*
The same by KEDA: by CPU, and by the events that wait at NATS for the part's consumers. Several replicas share one
consumer, so that more of them work its events off sooner.
*/}}
{{- define "portal.scaledObject" -}}
{{- $root := .root -}}
{{- $part := .part -}}
{{- $name := .name -}}
apiVersion: keda.sh/v1alpha1
kind: ScaledObject
metadata:
  {{- include "portal.meta" . | nindent 2 }}
  annotations:
    # An autoscaler that the chart made before is taken over, and the pods that it asked for stay.
    scaledobject.keda.sh/transfer-hpa-ownership: "true"
spec:
  scaleTargetRef:
    apiVersion: apps/v1
    kind: Deployment
    name: {{ include "portal.partName" . }}
  minReplicaCount: {{ .part.autoscaling.minReplicas }}
  maxReplicaCount: {{ .part.autoscaling.maxReplicas }}
  {{- if .part.consumes }}
  # Nobody knows what waits while NATS does not answer: what runs stays.
  fallback:
    failureThreshold: 3
    replicas: {{ .part.autoscaling.minReplicas }}
    behavior: currentReplicasIfHigher
  {{- end }}
  advanced:
    horizontalPodAutoscalerConfig:
      name: {{ include "portal.partName" . }}
      behavior:
        {{- include "portal.scaling" . | nindent 8 }}
  triggers:
    - type: cpu
      metricType: Utilization
      metadata: { value: {{ .part.autoscaling.cpuPercent | quote }} }
    {{- range .part.consumes }}
    - type: nats-jetstream
      metadata:
        natsServerMonitoringEndpoint: {{ required "keda.natsMonitoring is not set: where does NATS say what waits?" $root.Values.keda.natsMonitoring | quote }}
        useHttps: {{ $root.Values.keda.natsMonitoringTls | quote }}
        account: {{ $root.Values.keda.natsAccount | quote }}
        stream: {{ . | splitList "." | first | upper }}
        consumer: {{ $name }}_{{ . | replace "." "_" }}
        lagThreshold: {{ $part.autoscaling.eventsPerPod | quote }}
        activationLagThreshold: "0"
    {{- end }}
{{- end -}}

{{- define "portal.disruptionBudget" -}}
apiVersion: policy/v1
kind: PodDisruptionBudget
metadata:
  {{- include "portal.meta" . | nindent 2 }}
spec:
  maxUnavailable: {{ .part.maxUnavailable }}
  # A pod that is not ready serves nobody: draining its node must not wait for it.
  unhealthyPodEvictionPolicy: AlwaysAllow
  selector:
    matchLabels:
      {{- include "portal.selector" . | nindent 6 }}
{{- end -}}
