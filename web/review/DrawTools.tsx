import { ArrowUpRight, MapPin, PenLine, Square, Trash2, Undo2, X } from 'lucide-react'
import { Button } from '#web/ui/Button.tsx'
import { STROKE_COLOURS } from '#contract/review-drawings.ts'
import styles from './Stage.module.css'
import { roomWords as say } from './room-words.ts'
import { roomIn } from './strokes.ts'
import type { Composer, Tool } from './use-composer.ts'

const TOOLS = { pen: PenLine, arrow: ArrowUpRight, box: Square, place: MapPin } as const

/** The drawing tools, over the lower edge of the stage. */
export function DrawTools({ composer, places }: { composer: Composer; places: boolean }) {
  const { tool, look, typed, setTool, setLook, change } = composer
  const tools = (Object.keys(TOOLS) as Tool[]).filter((one) => one !== 'place' || places)
  const shapes = typed.drawing?.shapes ?? []
  return (
    <div className={styles.tools} role="toolbar" aria-label={say.compose.draw}>
      {tools.map((one) => {
        const Icon = TOOLS[one]
        return (
          <Button
            key={one}
            size="sm"
            iconOnly
            variant={one === tool ? 'tonal' : 'quiet'}
            aria-pressed={one === tool}
            aria-label={say.tools[one]}
            title={say.tools[one]}
            onClick={() => setTool(one === tool ? null : one)}
          >
            <Icon aria-hidden="true" />
          </Button>
        )
      })}
      <span className={styles.divider} />
      {STROKE_COLOURS.map((colour, index) => (
        <button
          key={colour}
          type="button"
          className={styles.colour}
          style={{ background: colour }}
          aria-pressed={look.colour === index}
          aria-label={say.colours[index]}
          title={say.colours[index]}
          onClick={() => setLook({ ...look, colour: index })}
        />
      ))}
      <span className={styles.divider} />
      {[1, 2, 3].map((width) => (
        <button
          key={width}
          type="button"
          className={styles.width}
          aria-pressed={look.width === width}
          aria-label={say.widths[width - 1]}
          title={say.widths[width - 1]}
          onClick={() => setLook({ ...look, width })}
        >
          <span style={{ height: width * 2 }} />
        </button>
      ))}
      <span className={styles.divider} />
      <Button
        size="sm"
        iconOnly
        variant="quiet"
        disabled={shapes.length === 0}
        aria-label={say.compose.undo}
        title={say.compose.undo}
        onClick={() =>
          change({ drawing: shapes.length > 1 ? { v: 1, shapes: shapes.slice(0, -1) } : null })
        }
      >
        <Undo2 aria-hidden="true" />
      </Button>
      <Button
        size="sm"
        iconOnly
        variant="quiet"
        disabled={shapes.length === 0}
        aria-label={say.compose.clear}
        title={say.compose.clear}
        onClick={() => change({ drawing: null })}
      >
        <Trash2 aria-hidden="true" />
      </Button>
      <Button
        size="sm"
        iconOnly
        variant="quiet"
        aria-label={say.endDrawing}
        title={say.endDrawing}
        disabled={tool === null}
        onClick={() => setTool(null)}
      >
        <X aria-hidden="true" />
      </Button>
      <span role="status" className={styles.full}>
        {tool !== 'place' && roomIn(typed.drawing) === 0 ? say.drawingFull : null}
      </span>
    </div>
  )
}
