import { createContext, use, useEffect } from 'react'
import { brand } from './brand.ts'

/** The title and description of the current page. */
export interface PageHead {
  title: string
  description?: string
}

/** Provided by the prerenderer, which writes the result into `<head>`; absent in the browser. */
export const HeadCollector = createContext<((head: PageHead) => void) | null>(null)

/** Sets the page's title: "My Work · Cartwright". Call it once in every screen. */
export function usePageHead({ title, description }: PageHead) {
  const collect = use(HeadCollector)
  collect?.({ title: fullTitle(title), description })
  useEffect(() => {
    document.title = fullTitle(title)
    if (description) metaDescription().content = description
  }, [title, description])
}

function fullTitle(title: string): string {
  return title.includes(brand.name) ? title : `${title} · ${brand.name}`
}

function metaDescription(): HTMLMetaElement {
  const known = document.querySelector<HTMLMetaElement>('meta[name="description"]')
  if (known) return known
  const meta = document.createElement('meta')
  meta.name = 'description'
  document.head.append(meta)
  return meta
}
