import { z } from 'zod'
import { FIRST_STEPS, VISITS } from './first-steps.ts'

const visit = z.enum(VISITS)

const firstSteps = z.object({
  /** The steps of the viewer's role, in order. */
  steps: z.array(
    z.object({ step: z.enum([...FIRST_STEPS.creator, ...FIRST_STEPS.seller]), done: z.boolean() }),
  ),
  dismissed: z.boolean(),
})

export const firstStepSchemas = {
  /** Records, once, that the viewer has been greeted. */
  'first_steps.arrive': { answer: z.object({ visit }) },
  /** Completed steps are read from the viewer's own rows each time, and never from clicks. */
  'first_steps.list': { answer: firstSteps },
  /** Hides the list permanently. */
  'first_steps.dismiss': { answer: firstSteps },
} as const
