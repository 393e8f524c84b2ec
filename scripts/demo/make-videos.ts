import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { filterGraph } from '#server/providers/video/filter-graph.ts'
import { loadLibav } from '#server/providers/video/libav.ts'
import { findVideoTool } from '#server/providers/video/find-video-tool.ts'
import { BT709, VideoWriter } from '#server/providers/video/video-writer.ts'
import { prepareVideo } from '#server/uploads/prepare-video.ts'
import {
  DEMO_VIDEOS,
  demoMark,
  type DemoVideo,
  drawingPath,
  type Scene,
  videoPath,
} from './videos.ts'

// Makes the demo's videos from its drawings: run it after a drawing or the list has changed, and commit its output.

const WIDTH = 540
const HEIGHT = 960
const RATE = 25
/** Seconds of the transition from one scene to the next. */
const FADE_S = 0.6

const av = loadLibav()
const folder = mkdtempSync(join(tmpdir(), 'cartwright-demo-videos-'))

/** All of them, or those that are named; after `--copies`, only the copies that the server makes of them. */
async function main(args: readonly string[]): Promise<void> {
  const wanted = args.filter((arg) => arg !== '--copies')
  try {
    for (const video of DEMO_VIDEOS)
      if (wanted.length === 0 || wanted.includes(video.name))
        await (args.includes('--copies') ? keepRenditions(video.name) : make(video))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function make(video: DemoVideo): Promise<void> {
  const pictures: string[] = []
  for (const [nth, scene] of video.scenes.entries()) pictures.push(await drawn(scene, nth))
  const light = await lights(video)
  const seconds = video.scenes.reduce((sum, scene) => sum + scene.seconds, 0)
  const picture = filterGraph(av, 'video', moving(video.scenes, pictures, light, seconds), null)
  const sound = filterGraph(av, 'audio', humming(video.note, seconds), null)
  const writer = new VideoWriter(
    av,
    videoPath(video.name, 'mp4'),
    {
      format: 'mp4',
      options: { movflags: '+faststart' },
      video: {
        codec: 'libx264',
        keyEvery: RATE,
        colours: BT709,
        options: {
          preset: 'medium',
          crf: 30,
          tune: 'animation',
          keyint_min: RATE,
          sc_threshold: 0,
        },
      },
      audio: { codec: 'aac', bitRate: 48_000 },
    },
    { video: picture.sink, audio: sound.sink },
  )
  writer.drainSources()
  writer.finish()
  picture.free()
  sound.free()
  await keepRenditions(video.name)
  process.stdout.write(`${video.name}: ${seconds} s, ${writer.frames} frames\n`)
}

/** The copies that the server would make, except for the preview: the video already has a preview's format. */
async function keepRenditions(name: string): Promise<void> {
  const tool = await findVideoTool('ffmpeg')
  const place = { source: videoPath(name, 'mp4'), folder }
  const { made, media } = await prepareVideo(tool, 'video/mp4', place)
  for (const rendition of made)
    if (rendition.name !== 'preview.mp4')
      copyFileSync(rendition.at, videoPath(name, rendition.name))
  const mark = demoMark(name, readFileSync(place.source))
  if (mark !== null) {
    const marked = await prepareVideo(tool, 'video/mp4', place, mark)
    for (const rendition of marked.made) copyFileSync(rendition.at, videoPath(name, rendition.name))
  }
  writeFileSync(videoPath(name, 'json'), `${JSON.stringify(media, null, 2)}\n`)
}

/** The drawing of a scene, larger than the video so that close-ups stay sharp. */
async function drawn({ drawing, at = 0.5 }: Scene, nth: number): Promise<string> {
  const path = join(folder, `scene-${nth}.png`)
  const [width, height] = [WIDTH * 1.5, HEIGHT * 1.5]
  const whole = await sharp(drawingPath(drawing), { density: 144 })
    .resize({ height })
    .png()
    .toBuffer()
  const spare = ((await sharp(whole).metadata()).width ?? width) - width
  await sharp(whole)
    .extract({ left: Math.max(0, Math.round(spare * at)), top: 0, width, height })
    .png()
    .toFile(path)
  return path
}

/** Soft spots of light that drift over the whole video. */
async function lights({ name }: DemoVideo): Promise<string> {
  const path = join(folder, 'lights.png')
  const seed = Buffer.from(name).reduce((sum, byte) => sum + byte, 0)
  const spots = Array.from({ length: 7 }, (_, n) => {
    const x = ((seed * 31 + n * 197) % 640) - 50
    const y = (seed * 17 + n * 331) % (HEIGHT * 2)
    return `<circle cx="${x}" cy="${y}" r="${28 + ((seed + n * 13) % 44)}" fill="#fff" fill-opacity=".16"/>`
  })
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT * 2}">${spots.join('')}</svg>`
  await sharp(Buffer.from(svg)).blur(5).png().toFile(path)
  return path
}

/** Each scene with a slow camera movement, one fading into the next, with the lights on top. */
function moving(
  scenes: readonly Scene[],
  pictures: readonly string[],
  light: string,
  seconds: number,
): string {
  const parts: string[] = []
  let shown = 0
  let before = ''
  for (const [nth, scene] of scenes.entries()) {
    const last = nth === scenes.length - 1
    const frames = Math.round((scene.seconds + (last ? 0 : FADE_S)) * RATE)
    parts.push(
      `${still(pictures[nth] ?? '')},${camera(scene, frames)},trim=end_frame=${frames}[s${nth}]`,
    )
    if (nth === 0) before = 's0'
    else {
      parts.push(
        `[${before}][s${nth}]xfade=transition=${scene.enter ?? 'fade'}:duration=${FADE_S}:offset=${shown}[x${nth}]`,
      )
      before = `x${nth}`
    }
    shown += scene.seconds
  }
  parts.push(`${still(light)},format=rgba[lights]`)
  parts.push(
    `[${before}][lights]overlay=x='10*sin(t)':y='-${HEIGHT}+t*46':shortest=1,trim=duration=${seconds},` +
      'scale=out_color_matrix=bt709:out_range=tv,setparams=color_primaries=bt709:color_trc=bt709:colorspace=bt709,format=yuv420p[out]',
  )
  return parts.join(';')
}

const still = (path: string): string =>
  `movie=${path},loop=loop=-1:size=1,setpts=N/(${RATE}*TB),fps=${RATE}`

/**
 * A window that moves over the picture from one place to another: each is [x, y, fraction of its width], from 0 to 1.
 */
function camera({ from, to }: Scene, frames: number): string {
  // Slow at both ends.
  const way = `(0.5-0.5*cos(PI*min(on/${frames}\\,1)))`
  const between = (a: number, b: number) => `(${a}+(${b - a})*${way})`
  const [x, y, part] = [0, 1, 2].map((n) => between(from[n] ?? 0, to[n] ?? 0))
  const left = `W*${x}*(1-${part})`
  const top = `H*${y}*(1-${part})`
  const [right, bottom] = [`${left}+W*${part}`, `${top}+H*${part}`]
  return (
    `perspective=x0='${left}':y0='${top}':x1='${right}':y1='${top}':x2='${left}':y2='${bottom}'` +
    `:x3='${right}':y3='${bottom}':interpolation=linear:sense=source:eval=frame,scale=${WIDTH}:${HEIGHT}:flags=area,setsar=1`
  )
}

/** A quiet chord that swells and fades, and room noise. `note` is its lowest tone in Hz. */
function humming(note: number, seconds: number): string {
  const tone = (ratio: number, loud: number, sway: number) =>
    `${loud}*sin(2*PI*${note * ratio}*t)*(0.6+0.4*sin(2*PI*${sway}*t))`
  const left = [tone(1, 0.05, 0.21), tone(1.5, 0.03, 0.33), tone(2.5, 0.016, 0.5)].join('+')
  const right = [tone(1, 0.05, 0.21), tone(1.25, 0.03, 0.27), tone(3, 0.012, 0.45)].join('+')
  return (
    `aevalsrc=exprs='${left}+0.003*(random(0)-0.5)|${right}+0.003*(random(1)-0.5)':s=48000:d=${seconds},` +
    `afade=t=in:d=0.5,afade=t=out:st=${seconds - 0.9}:d=0.9,aformat=sample_fmts=fltp:channel_layouts=stereo,asetnsamples=1024:p=0[out]`
  )
}

await main(process.argv.slice(2))
