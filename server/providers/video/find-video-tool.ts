import { findBundledTool } from './bundled-tool.ts'
import { findFfmpeg } from './ffmpeg-tool.ts'
import type { VideoTool } from './video-tool.ts'

/** FFMPEG_PATH with this value: videos are shown as they were uploaded. */
const NO_VIDEO_TOOL = 'none'

const found = new Map<string, Promise<VideoTool | null>>()

/**
 * A working ffmpeg, or else the libraries that npm installed; null if neither runs, or none is wanted. Looks once per
 * process.
 */
export function findVideoTool(command: string): Promise<VideoTool | null> {
  const known = found.get(command) ?? look(command)
  found.set(command, known)
  return known
}

async function look(command: string): Promise<VideoTool | null> {
  if (command === NO_VIDEO_TOOL) return null
  return (await findFfmpeg(command)) ?? (await findBundledTool())
}
