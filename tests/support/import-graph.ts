import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Which file imports which, read from the sources. Type imports and dynamic imports count like any other. */

/** One import of a file of ours. Paths are relative to the repository's root. */
export interface Import {
  file: string
  /** As it is written: './x.ts' or '#server/x.ts'. */
  specifier: string
  imported: string
}

/** From each node, the nodes it points to. */
export type Graph = ReadonlyMap<string, ReadonlySet<string>>

/** Specifiers that stand for files of ours; everything else is a package, built in, or quoted (another program's text). */
const SPECIFIER =
  /(?:^\s*(?:import|export)\b(?:[^'";]*?\bfrom)?\s*|(?<!['"`])\bimport\(\s*|\bimport\.meta\.glob\(\s*)(['"])((?:\.|#)[^'"]+)\1/gm

/**
 * Every import of a file of ours by the files under `roots` (folders such as 'server'). Tests are included only with
 * `withTests`.
 */
export function importsOf(roots: readonly string[], { withTests = false } = {}): Import[] {
  return sourcesOf(roots, withTests).flatMap((file) => importsIn(file, readFileSync(file, 'utf8')))
}

/** The same for the text of one file. */
export const importsIn = (file: string, source: string): Import[] =>
  [...source.matchAll(SPECIFIER)].map(([, , specifier = '']) => ({
    file,
    specifier,
    imported: pathOf(file, specifier.replace(/\?.*/, '')),
  }))

function sourcesOf(roots: readonly string[], withTests: boolean): string[] {
  const files = roots.flatMap((root) => globSync(`${root}/**/*.{ts,tsx,mjs}`))
  return files.filter((file) => withTests || !/\.test\.tsx?$/.test(file)).toSorted()
}

const pathOf = (file: string, specifier: string) =>
  specifier.startsWith('#') ? specifier.slice(1) : join(dirname(file), specifier)

/** What each file imports. */
export const fileGraph = (imports: readonly Import[]): Graph =>
  graphOf(imports.map(({ file, imported }) => [file, imported]))

/** What each folder imports through the files directly in it; a folder and its sub-folders are different nodes. */
export const folderGraph = (imports: readonly Import[]): Graph =>
  graphOf(imports.map(({ file, imported }) => [dirname(file), dirname(imported)]))

function graphOf(arrows: readonly (readonly [string, string])[]): Graph {
  const graph = new Map<string, Set<string>>()
  for (const [from, to] of arrows) {
    const targets = graph.get(from) ?? new Set()
    graph.set(from, targets)
    if (!graph.has(to)) graph.set(to, new Set())
    if (from !== to) targets.add(to)
  }
  return graph
}

/**
 * Nodes by their height: layer 0 points to nothing, every other layer only to lower ones. The nodes of a cycle, and
 * those above one, have no layer and are left out.
 */
export function layersOf(graph: Graph): string[][] {
  const layers: string[][] = []
  const placed = new Set<string>()
  for (;;) {
    const layer = [...graph]
      .filter(([node, targets]) => !placed.has(node) && [...targets].every((to) => placed.has(to)))
      .map(([node]) => node)
      .toSorted()
    if (layer.length === 0) return layers
    layers.push(layer)
    for (const node of layer) placed.add(node)
  }
}

/** An arrow that closes a cycle: `way` leads from its target back to its source. */
export interface BackArrow {
  from: string
  to: string
  way: string[]
}

/**
 * A small set of arrows whose removal leaves no cycle: picked one after the other, the arrow on most of the shortest
 * cycles, and among equals the one that the fewest imports draw. That is mostly the arrow someone just added.
 */
export function backArrows(
  graph: Graph,
  importsOn: (from: string, to: string) => number,
): BackArrow[] {
  const left = new Map([...graph].map(([node, targets]) => [node, new Set(targets)]))
  const found: BackArrow[] = []
  for (;;) {
    const worst = arrowOnMost(shortestCycles(left), importsOn)
    if (worst === null) return found
    left.get(worst.from)?.delete(worst.to)
    found.push(worst)
  }
}

/** A shortest cycle through each node that lies on one; the first node is repeated at the end. */
const shortestCycles = (graph: Graph): string[][] =>
  [...graph.keys()].toSorted().flatMap((start) => {
    const cycle = shortestWayBack(graph, start)
    return cycle === null ? [] : [cycle]
  })

function arrowOnMost(
  cycles: readonly string[][],
  importsOn: (from: string, to: string) => number,
): BackArrow | null {
  const counted = new Map<string, { arrow: BackArrow; cycles: number; imports: number }>()
  for (const cycle of cycles) {
    for (const [index, to] of cycle.slice(1).entries()) {
      const from = cycle[index] ?? ''
      const way = [...cycle.slice(index + 1), ...cycle.slice(1, index + 1)]
      const count = counted.get(`${from} ${to}`) ?? {
        arrow: { from, to, way },
        cycles: 0,
        imports: importsOn(from, to),
      }
      counted.set(`${from} ${to}`, { ...count, cycles: count.cycles + 1 })
    }
  }
  const [worst] = [...counted.values()].toSorted(
    (one, other) => other.cycles - one.cycles || one.imports - other.imports,
  )
  return worst?.arrow ?? null
}

function shortestWayBack(graph: Graph, start: string): string[] | null {
  const cameFrom = new Map<string, string>()
  const queue = [start]
  for (const node of queue) {
    for (const next of graph.get(node) ?? []) {
      if (next === start) return [...wayTo(node, start, cameFrom), start]
      if (cameFrom.has(next)) continue
      cameFrom.set(next, node)
      queue.push(next)
    }
  }
  return null
}

function wayTo(node: string, start: string, cameFrom: ReadonlyMap<string, string>): string[] {
  const way = [node]
  for (let at = node; at !== start;) {
    at = cameFrom.get(at) ?? start
    way.unshift(at)
  }
  return way
}

/**
 * The arrows between folders that point back, readable: the imports that draw them, and how their target leads back.
 *
 *     server/jobs → server/mail (job-payloads.ts → mail-layout.ts) points back: server/mail → server/jobs
 */
export const foldersPointingBack = (imports: readonly Import[]): string[] =>
  backArrows(folderGraph(imports), (from, to) => importsBetween(from, to, imports).length).map(
    ({ from, to, way }) =>
      `${from} → ${to} (${importsBetween(from, to, imports).join(', ')}) points back: ${way.join(' → ')}`,
  )

/** The same between files, type imports included. */
export const filesPointingBack = (imports: readonly Import[]): string[] =>
  backArrows(fileGraph(imports), () => 1).map(
    ({ from, to, way }) => `${from} → ${to} points back: ${way.join(' → ')}`,
  )

function importsBetween(from: string, to: string, imports: readonly Import[]): string[] {
  const drawn = imports
    .filter(({ file, imported }) => dirname(file) === from && dirname(imported) === to)
    .map(
      ({ file, imported }) => `${file.slice(from.length + 1)} → ${imported.slice(to.length + 1)}`,
    )
  return [...new Set(drawn)]
}

/** The folder graph of one root as text, the lowest layer first: each folder and the folders of that root it imports. */
export function printedFolders(root: string, imports: readonly Import[]): string {
  const inside = (path: string) => path.startsWith(`${root}/`)
  const graph = folderGraph(
    imports.filter(({ file, imported }) => inside(file) && inside(imported)),
  )
  const layers = layersOf(graph)
  const arrows = [...graph.values()].reduce((sum, targets) => sum + targets.size, 0)
  const short = (folder: string) => (folder === root ? root : folder.slice(root.length + 1))
  const lines = layers.flatMap((folders, layer) => [
    `layer ${layer}`,
    ...folders.map((folder) => {
      const targets = [...(graph.get(folder) ?? [])].map(short).toSorted()
      return `  ${short(folder)}${targets.length === 0 ? '' : ` → ${targets.join(' ')}`}`
    }),
  ])
  const title = `${root}: ${graph.size} folders, ${arrows} arrows, ${layers.length} layers; a folder imports lower layers only`
  return [title, ...lines].join('\n')
}
