import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parseAllDocuments } from 'yaml'
import { z } from 'zod'
import { configOf, deployText, MIGRATE_COMMAND } from '#tests/support/deploy-files.ts'

const words = z.record(z.string(), z.string())
const objects = globSync('deploy/kubernetes/*.yaml').flatMap((file) =>
  parseAllDocuments(readFileSync(file, 'utf8')).map((document) => {
    if ('empty' in document) throw new Error(`${file} is empty`)
    const [error] = document.errors
    if (error !== undefined) throw error
    return document.toJS() as unknown
  }),
)
const kind = <T extends z.ZodType>(name: string, shape: T): z.output<T> => {
  const found = objects.filter((one) => z.object({ kind: z.literal(name) }).safeParse(one).success)
  expect(found).toHaveLength(1)
  return shape.parse(found[0])
}
const labels = z.object({ app: z.string() })
const named = z.object({ name: z.string() })
const container = z.object({
  image: z.string(),
  command: z.array(z.string()).optional(),
  envFrom: z.array(z.union([z.object({ configMapRef: named }), z.object({ secretRef: named })])),
  env: z.array(
    z.union([
      z.object({
        name: z.string(),
        valueFrom: z.union([
          z.object({ secretKeyRef: z.object({ name: z.string(), key: z.string() }) }),
          z.object({ fieldRef: z.object({ fieldPath: z.string() }) }),
        ]),
      }),
      z.object({ name: z.string(), value: z.string() }),
    ]),
  ),
  securityContext: z.object({ allowPrivilegeEscalation: z.literal(false) }),
})
const probe = z.object({ httpGet: z.object({ path: z.string(), port: z.string() }) })
const deployment = kind(
  'Deployment',
  z.object({
    spec: z.object({
      replicas: z.number().min(2),
      selector: z.object({ matchLabels: labels }),
      template: z.object({
        metadata: z.object({ labels }),
        spec: z.object({
          terminationGracePeriodSeconds: z.number(),
          securityContext: z.object({ runAsNonRoot: z.literal(true), runAsUser: z.number() }),
          containers: z.tuple([
            container.extend({
              ports: z.array(z.object({ name: z.string(), containerPort: z.number() })),
              startupProbe: probe,
              livenessProbe: probe,
              readinessProbe: probe,
              volumeMounts: z.array(z.object({ name: z.string(), mountPath: z.string() })),
            }),
          ]),
          volumes: z.array(
            z.object({
              name: z.string(),
              emptyDir: z.object({ sizeLimit: z.string() }),
            }),
          ),
        }),
      }),
    }),
  }),
)
const job = kind(
  'Job',
  z.object({
    spec: z.object({
      template: z.object({ spec: z.object({ containers: z.tuple([container]) }) }),
    }),
  }),
)
const variables = kind('ConfigMap', z.object({ metadata: named, data: words }))
const pod = deployment.spec.template.spec
const [product] = pod.containers

/** The address that a pod with this address tells its process to listen on. */
function peerAddress(podIp: string): string {
  expect(product.env).toContainEqual({
    name: 'POD_IP',
    valueFrom: { fieldRef: { fieldPath: 'status.podIP' } },
  })
  const given = product.env.find(({ name }) => name === 'PEER_ADDRESS')
  return given !== undefined && 'value' in given ? given.value.replace('$(POD_IP)', podIp) : ''
}

test('the pods get an environment that production accepts, and open its ports', () => {
  const config = configOf(variables.data)
  const peers = configOf({ ...variables.data, PEER_ADDRESS: peerAddress('10.1.2.3') })
  expect(config).toMatchObject({
    environment: 'production',
    host: '0.0.0.0',
    migrateAtStart: false,
  })
  expect(product.ports).toEqual([
    { name: 'http', containerPort: config.port },
    { name: 'metrics', containerPort: config.metrics?.port },
    { name: 'peers', containerPort: peers.peerAddress?.port },
  ])
  // Its own address, and one that the service does not route to.
  expect(peers.peerAddress?.host).toBe('10.1.2.3')
  expect(peers.peerAddress?.port).not.toBe(config.port)
  // The image's DATA_DIR is where the volume is mounted.
  expect(deployText('Containerfile')).toContain(`DATA_DIR=${product.volumeMounts[0]?.mountPath}`)
  expect(deployText('Containerfile')).toContain(`USER ${pod.securityContext.runAsUser}:`)
})

test('startup and liveness probes use /health/live, and the readiness probe /health/ready', () => {
  const routes = readFileSync('server/health-routes.ts', 'utf8')
  const paths = [product.startupProbe, product.livenessProbe, product.readinessProbe].map(
    ({ httpGet }) => httpGet,
  )
  expect(paths.map(({ path }) => path)).toEqual(['/health/live', '/health/live', '/health/ready'])
  for (const { path, port } of paths) {
    expect(routes).toContain(`'${path}'`)
    expect(port).toBe('http')
  }
  // Longer than a process drains (server/main.ts).
  expect(pod.terminationGracePeriodSeconds).toBeGreaterThan(10)
})

test('every reference resolves to another object, or to one whose creation is documented', () => {
  const { app } = deployment.spec.template.metadata.labels
  const selecting = z.object({ spec: z.object({ selector: z.unknown() }) })
  const service = kind(
    'Service',
    selecting.extend({
      spec: z.object({ selector: labels, ports: z.array(z.object({ targetPort: z.string() })) }),
    }),
  )
  const budget = kind(
    'PodDisruptionBudget',
    z.object({
      spec: z.object({
        maxUnavailable: z.literal(1),
        selector: z.object({ matchLabels: labels }),
      }),
    }),
  )
  expect([
    deployment.spec.selector.matchLabels.app,
    service.spec.selector.app,
    budget.spec.selector.matchLabels.app,
  ]).toEqual([app, app, app])
  expect(service.spec.ports[0]?.targetPort).toBe('http')
  // Each process has its own: anything that several must see is in the database and the bucket.
  expect(pod.volumes[0]?.emptyDir.sizeLimit).toMatch(/Gi$/)
  expect(pod.volumes[0]?.name).toBe(product.volumeMounts[0]?.name)

  const cluster = kind(
    'Cluster',
    z.object({ metadata: named, spec: z.object({ instances: z.number().min(3) }) }),
  )
  expect(product.env.map(({ name }) => name)).toEqual(['DATABASE_URL', 'POD_IP', 'PEER_ADDRESS'])
  expect(job.spec.template.spec.containers[0].env).toHaveLength(1)
  for (const { env, envFrom, image } of [product, job.spec.template.spec.containers[0]]) {
    // The names that the PostgreSQL operator uses for the owner's secret.
    expect(env[0]).toEqual({
      name: 'DATABASE_URL',
      valueFrom: { secretKeyRef: { name: `${cluster.metadata.name}-app`, key: 'uri' } },
    })
    expect(envFrom).toEqual([
      { configMapRef: { name: variables.metadata.name } },
      { secretRef: { name: 'market' } },
    ])
    expect(image).toBe(product.image)
  }
  expect(deployText('kubernetes/product.yaml')).toContain(
    'kubectl create secret generic market --from-env-file',
  )
  expect(job.spec.template.spec.containers[0].command).toEqual(MIGRATE_COMMAND)
})

test('the database runs in UTC and allows enough connections for every process', () => {
  const settings = kind(
    'Cluster',
    z.object({ spec: z.object({ postgresql: z.object({ parameters: words }) }) }),
  ).spec.postgresql.parameters
  expect(settings['timezone']).toBe('UTC')
  const each = configOf(variables.data).databasePool + 14 + 1
  // One more during a rollout, and three for the operator.
  expect(Number(settings['max_connections'])).toBeGreaterThan(
    (deployment.spec.replicas + 1) * each + 3,
  )
})

test('Kubernetes’ own schemas accept every Kubernetes object, and reject a broken copy', async () => {
  const apiObject = z.looseObject({ apiVersion: z.string(), kind: z.string() })
  const problemOf = async (object: z.output<typeof apiObject>) => {
    const models = (await import(`kubernetes-models/${object.apiVersion}`)) as Record<
      string,
      new (from: object) => { validate(): void }
    >
    const Model = models[object.kind]
    if (Model === undefined) throw new Error(`Kubernetes has no ${object.kind}`)
    try {
      new Model(object).validate()
      return null
    } catch (error) {
      return String(error)
    }
  }
  const all = objects.map((one) => apiObject.parse(one))
  // The PostgreSQL cluster is a CloudNativePG object, and CloudNativePG brings its schema itself.
  const own = all.filter(({ apiVersion }) => !apiVersion.startsWith('postgresql.cnpg.io/'))
  expect(own.map(({ kind: name }) => name).toSorted()).toEqual([
    'ConfigMap',
    'Deployment',
    'Job',
    'PodDisruptionBudget',
    'Service',
  ])
  for (const object of own) expect(await problemOf(object), object.kind).toBeNull()
  for (const object of own.filter(({ spec }) => spec !== undefined))
    expect(await problemOf({ ...object, spec: 'two' }), object.kind).not.toBeNull()
})
