import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout } from 'node:timers/promises'
import type { Context, Span } from '@opentelemetry/api'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Pool } from '#server/db/pool.ts'
import { type Spans, traceStatements } from './statement-spans.ts'

/**
 * Spans of requests, jobs and statements for an OTLP receiver. They carry routes, statuses, the request's id and
 * statements without their values: no personal data, no requested address, no body.
 */
export interface Tracing {
  traceRequests(app: FastifyInstance): void
  /** Traces every statement of a pool, below the request or job that sent it; other statements are not reported. */
  tracePool(pool: Pool): void
  /** Returns the same tasks, each run of which is a span. */
  traceTasks<Tasks extends object>(tasks: Tasks): Tasks
  /** Flushes pending spans; never throws. */
  stop(): Promise<void>
}

/** The longest time the final flush may take; shutdown waits for it. */
const LAST_WORDS_MS = 2_000

/** Loads the tracing libraries, only if configured, so that a normal start costs nothing. */
export async function openTracing(url: string, lastWordsMs = LAST_WORDS_MS): Promise<Tracing> {
  const [{ ROOT_CONTEXT, SpanKind, SpanStatusCode, trace }, sdk, { OTLPTraceExporter }, resources] =
    await Promise.all([
      import('@opentelemetry/api'),
      import('@opentelemetry/sdk-trace-node'),
      import('@opentelemetry/exporter-trace-otlp-http'),
      import('@opentelemetry/resources'),
    ])
  const provider = new sdk.NodeTracerProvider({
    // OTEL_SERVICE_NAME and OTEL_RESOURCE_ATTRIBUTES win.
    resource: resources
      .resourceFromAttributes({ 'service.name': 'cartwright' })
      .merge(resources.detectResources({ detectors: [resources.envDetector] })),
    spanProcessors: [new sdk.BatchSpanProcessor(new OTLPTraceExporter({ url }))],
  })
  const tracer = provider.getTracer('cartwright')
  const current = new AsyncLocalStorage<Span>()
  const below = (span: Span | undefined): Context =>
    span === undefined ? ROOT_CONTEXT : trace.setSpan(ROOT_CONTEXT, span)

  /** Records the kind and the code of a failure; its message may quote what someone typed. */
  function failed(span: Span, error: unknown): void {
    const { name = 'Error', code } = error as { name?: string; code?: unknown }
    span.setAttribute('error.type', typeof code === 'string' ? code : name)
    span.setStatus({ code: SpanStatusCode.ERROR })
  }

  const spans: Spans = {
    begin(name, attributes) {
      const parent = current.getStore()
      if (parent === undefined) return null
      const span = tracer.startSpan(name, { kind: SpanKind.CLIENT, attributes }, below(parent))
      return {
        end(error) {
          if (error !== undefined && error !== null) failed(span, error)
          span.end()
        },
      }
    },
  }

  return {
    traceRequests(app) {
      const open = new WeakMap<FastifyRequest, Span>()
      app.addHook('onRequest', (request, _reply, done) => {
        const route = request.routeOptions.url ?? 'unknown'
        const span = tracer.startSpan(
          `${request.method} ${route}`,
          {
            kind: SpanKind.SERVER,
            attributes: {
              'http.request.method': request.method,
              'http.route': route,
              'request.id': request.id,
            },
          },
          ROOT_CONTEXT,
        )
        open.set(request, span)
        current.run(span, done)
      })
      // A body arrives in the connection's own async context, outside of the one that the first hook started.
      app.addHook('preValidation', (request, _reply, done) => {
        const span = open.get(request)
        if (span === undefined) done()
        else current.run(span, done)
      })
      app.addHook('onResponse', (request, reply, done) => {
        const span = open.get(request)
        span?.setAttribute('http.response.status_code', reply.statusCode)
        if (reply.statusCode >= 500) span?.setStatus({ code: SpanStatusCode.ERROR })
        span?.end()
        done()
      })
    },

    tracePool: (pool) => traceStatements(pool, spans),

    traceTasks<Tasks extends object>(tasks: Tasks): Tasks {
      const traced = Object.entries(tasks).map(([name, task]) => {
        const run = task as (payload: unknown) => Promise<void>
        return [
          name,
          async (payload: unknown) => {
            const span = tracer.startSpan(`job ${name}`, { kind: SpanKind.CONSUMER }, ROOT_CONTEXT)
            try {
              await current.run(span, () => run(payload))
            } catch (error) {
              failed(span, error)
              throw error
            } finally {
              span.end()
            }
          },
        ]
      })
      return Object.fromEntries(traced) as Tasks
    },

    async stop() {
      // An unreachable collector must not hold up a process that is shutting down.
      const sent = provider.shutdown().catch(() => {})
      await Promise.race([sent, setTimeout(lastWordsMs, undefined, { ref: false })])
    },
  }
}
