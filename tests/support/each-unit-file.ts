import { afterAll, vi } from 'vitest'

/**
 * A file ends after the imports that its components began. The files of a worker share their modules, and the runner
 * aborts what a file leaves loading: the next file that needs the module would fail with that error.
 */
afterAll(() => vi.dynamicImportSettled())
