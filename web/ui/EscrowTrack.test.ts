import { expect, test } from 'vitest'
import { stepWords, type TrackStep } from './EscrowTrack.tsx'

const steps = (...states: TrackStep['state'][]): TrackStep[] =>
  states.map((state, at) => ({
    label: ['Project posted', 'Not funded yet', 'Maya paid'][at] ?? '',
    state,
  }))

test('the folded track names the step that waits for someone', () => {
  expect(stepWords(steps('done', 'yours', 'todo'))).toBe('Step 2 of 3: not funded yet')
  expect(stepWords(steps('theirs', 'todo', 'todo'))).toBe('Step 1 of 3: project posted')
  const [first, second] = steps('done', 'done')
  const last: TrackStep = { label: 'Maya delivers', named: true, state: 'theirs' }
  expect(stepWords([first, second, last].flatMap((one) => one ?? []))).toBe(
    'Step 3 of 3: Maya delivers',
  )
})

test('the folded track shows only the step number when no step waits for anyone', () => {
  expect(stepWords(steps('done', 'todo', 'todo'))).toBe('Step 2 of 3')
  expect(stepWords(steps('done', 'done', 'done'))).toBe('Step 3 of 3')
})
