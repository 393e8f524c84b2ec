import { expect, test } from 'vitest'
import type { ProjectStatus } from '#contract/projects.ts'
import type { ProjectDetail } from '#contract/project-schemas.ts'
import { drawn } from '#web/testing/drawn.tsx'
import { ProjectCase } from './ProjectCase.tsx'

/** The header of a project with a picture. */
const header = (status: ProjectStatus, brief: boolean) =>
  drawn(
    <ProjectCase
      project={
        {
          status,
          category: 'home',
          product_images: ['/storage/public/product-images/ellen/mugs.webp'],
        } as unknown as ProjectDetail
      }
      facts={[]}
      brief={brief}
    />,
  )

test.each([
  ['active', false, 'at once'],
  ['active', true, 'lazily'],
  ['in_progress', false, 'lazily'],
  ['completed', false, 'at once'],
] as const)('the picture of a project that is %s, brief: %s, loads %s', (status, brief, loads) => {
  expect(header(status, brief).includes('loading="lazy"')).toBe(loads === 'lazily')
})
