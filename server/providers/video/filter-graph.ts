import {
  checked,
  type FilterContext,
  type FilterGraph,
  type FilterInOut,
  type Libav,
} from './libav.ts'

/** A filter graph with its open ends: where frames go in, and where they come out. */
export interface Graph {
  source: FilterContext | null
  sink: FilterContext
  free(): void
}

/**
 * Builds a chain from its description. With `input` (arguments of `buffer` or `abuffer`) the description begins at the
 * label [in], otherwise it generates its frames itself; it ends at [out]. Throws when a filter refuses.
 */
export function filterGraph(
  av: Libav,
  kind: 'video' | 'audio',
  description: string,
  input: string | null,
): Graph {
  const graph = new av.FilterGraph()
  graph.alloc()
  graph.nbThreads = 1
  const prefix = kind === 'video' ? '' : 'a'
  const sink = end(av, graph, `${prefix}buffersink`, 'out', null)
  const source = input === null ? null : end(av, graph, `${prefix}buffer`, 'in', input)
  checked(
    av,
    graph.parsePtr(description, label(av, 'out', sink), source && label(av, 'in', source)),
    'filters',
  )
  checked(av, graph.configSync(), 'filters')
  return { source, sink, free: () => graph.free() }
}

function end(
  av: Libav,
  graph: FilterGraph,
  filter: string,
  name: string,
  args: string | null,
): FilterContext {
  const made = graph.createFilter(av.Filter.getByName(filter), name, args)
  if (made === null) throw new Error(`filters: no ${filter} of ${args}`)
  return made
}

function label(av: Libav, name: string, filterCtx: FilterContext): FilterInOut {
  const made = new av.FilterInOut()
  made.alloc()
  made.name = name
  made.filterCtx = filterCtx
  made.padIdx = 0
  return made
}
