import { rolldown } from 'rolldown'

/** A module of the web app as a script that defines a global of this name, for a page without the app. */
export async function bundledScript(input: string, name: string): Promise<string> {
  const bundle = await rolldown({ input })
  const { output } = await bundle.generate({ format: 'iife', name })
  await bundle.close()
  return output[0].code
}
