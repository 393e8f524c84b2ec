import { useState } from 'react'

/**
 * A picture's width by its height, `guess` until it has loaded. Spread the props on it: it may have loaded before it was
 * shown, with no one to hear of it.
 */
export function useNaturalRatio(guess: number) {
  const [ratio, setRatio] = useState(guess)
  function read(picture: HTMLImageElement | null) {
    if (picture && picture.naturalHeight > 0) setRatio(picture.naturalWidth / picture.naturalHeight)
  }
  return {
    ratio,
    props: {
      ref: read,
      onLoad: ({ currentTarget }: { currentTarget: HTMLImageElement }) => read(currentTarget),
    },
  }
}
