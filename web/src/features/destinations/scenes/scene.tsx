import type { ReactNode } from 'react'
import classes from './scene.module.css'
import { type Placed, palmLeaves, palmTrunk, placeTransform, SCENE_BOX, stars } from './shapes.ts'

export interface SceneProps {
  className?: string
}

/**
 * The canvas of a destination's scene with its sky, by day and by night. Colours are variables of the scene's style
 * sheet. Scenes are decorative and hidden from screen readers.
 */
export function Scene({
  name,
  palette = '',
  className = '',
  children,
}: SceneProps & { name: string; palette?: string | undefined; children: ReactNode }) {
  const sky = `sky-${name}`
  return (
    <svg
      viewBox={SCENE_BOX}
      preserveAspectRatio="xMidYMid slice"
      className={`${classes.scene} ${palette} ${className}`}
      aria-hidden="true"
    >
      <defs>
        <linearGradient id={sky} x1="0" y1="0" x2="0" y2="1">
          <stop offset="0.05" stopColor="var(--sky-top)" />
          <stop offset="0.6" stopColor="var(--sky-low)" />
        </linearGradient>
      </defs>
      <path fill={`url(#${sky})`} d="M0 0h1680v1000H0Z" />
      <path className={classes.stars} d={stars} />
      {children}
    </svg>
  )
}

/** The sun by day, the moon by night, with a halo. */
export function Sun({ x, y, r }: { x: number; y: number; r: number }) {
  return (
    <g fill="var(--sun)">
      <g className={classes.halo}>
        <circle cx={x} cy={y} r={r * 2.2} opacity="0.16" />
        <circle cx={x} cy={y} r={r * 1.55} opacity="0.26" />
      </g>
      <circle cx={x} cy={y} r={r} />
    </g>
  )
}

/** A coconut palm. `height` is the height of the trunk, `lean` the horizontal offset of the crown. */
export function Palm({ height, lean, ...at }: Placed & { height: number; lean: number }) {
  return (
    <g transform={placeTransform(at)}>
      <path fill="var(--trunk)" d={palmTrunk(height, lean)} />
      <g transform={`translate(${lean} ${-height})`}>
        <path fill="var(--frond-dark)" d={palmLeaves.back} />
        <path fill="var(--frond)" d={palmLeaves.front} />
        <path
          fill="var(--coconut)"
          d="M-15 8a9 9 0 1 0 18 0a9 9 0 1 0-18 0Zm14 7a8 8 0 1 0 16 0a8 8 0 1 0-16 0Z"
        />
      </g>
    </g>
  )
}

/** Distant birds, shown by day. */
export function Birds({ x, y }: { x: number; y: number }) {
  return (
    <path
      className={classes.birds}
      transform={`translate(${x} ${y})`}
      d="M0 0q9-10 20 0q11-10 20 0M52-34q7-8 15 0q8-8 15 0M66 34q6-7 13 0q7-7 13 0"
    />
  )
}
