import { useId } from 'react'
import classes from './window-scene.module.css'

const arch =
  'M40 520V214C40 150 84 128 124 102C160 78 184 56 200 18C216 56 240 78 276 102C316 128 360 150 360 214V520Z'

/** A jharokha, an arched window: hills, a fort, and the road that leads to a marigold sun. */
export function WindowScene() {
  const clip = useId()
  const sky = useId()
  return (
    <svg viewBox="0 0 400 540" className={classes.scene} aria-hidden="true">
      <defs>
        <clipPath id={clip}>
          <path d={arch} />
        </clipPath>
        <linearGradient id={sky} x1="0" x2="0" y1="0" y2="1">
          <stop offset="0" className={classes.skyHigh} />
          <stop offset="0.55" className={classes.skyLow} />
          <stop offset="0.75" className={classes.skyGlow} />
        </linearGradient>
      </defs>
      <g clipPath={`url(#${clip})`}>
        <path fill={`url(#${sky})`} d="M40 0h320v540H40Z" />
        <circle className={classes.halo} cx="200" cy="262" r="92" />
        <circle className={classes.sun} cx="200" cy="262" r="58" />
        <path
          className={classes.birds}
          d="M268 168c6-6 11-6 15 0c5-6 10-6 15 0m-46 22c5-5 9-5 12 0c4-5 8-5 12 0"
        />
        <path
          className={classes.peaks}
          d="M20 340l58-72l24 26l42-58l38 52l26-30l40 46l36-52l44 58l32-34l40 64v60H20Z"
        />
        <path
          className={classes.snow}
          d="M144 236l15 20l-9 3l-7-6l-8 8l-6-4ZM284 252l13 17l-7 2l-7-5l-7 6l-5-4ZM78 268l10 11l-7 4l-5-3l-6 5l-3-3Z"
        />
        <path
          className={classes.far}
          d="M20 372c40-34 84-44 128-28c36 13 66 4 104-10c44-16 92-4 136 34v60H20Z"
        />
        <g className={classes.fort}>
          <path d="M70 346v-30h6v-6h5v6h6v-6h5v6h20v-22h4c0-10 6-16 12-19c6 3 12 9 12 19h4v22h18v-6h5v6h6v-6h5v6h6v30Z" />
          <path d="M126 275v-8h2v8ZM76 312c0-7 3-11 6-13c3 2 6 6 6 13ZM166 312c0-7 3-11 6-13c3 2 6 6 6 13Z" />
          <path className={classes.gate} d="M118 346v-16c0-7 5-10 10-13c5 3 10 6 10 13v16Z" />
        </g>
        <path
          className={classes.near}
          d="M20 402c54-30 104-34 160-18c46 13 88 2 124-8c34-9 64-4 96 12v60H20Z"
        />
        <path
          className={classes.ground}
          d="M20 440c70-34 150-38 210-30c60 8 110 4 170 18v120H20Z"
        />
        <path
          className={classes.road}
          d="M128 540C150 492 268 474 262 444C257 422 196 424 192 404C190 394 200 388 206 384h5c-3 6-6 10-1 16c12 14 82 12 92 40C314 474 260 500 268 540Z"
        />
        <path
          className={classes.dashes}
          d="M200 536c10-28 56-42 74-62m6-14c4-16-22-24-44-30m-26-12c-10-6-10-14-5-20"
        />
        <g className={classes.palm}>
          <path d="M331 470c3-32 1-60-8-88l5-2c11 28 14 58 12 90Z" />
          <path d="M325 382c-14-12-30-10-42 4c14-6 26-5 42-4Zm0 0c-4-18-18-26-36-22c14 4 24 10 36 22Zm0 0c2-18 14-28 32-28c-14 6-24 14-32 28Zm0 0c12-14 30-14 44-2c-16-4-28-2-44 2Zm0 0c16-4 30 6 34 24c-10-12-20-18-34-24Z" />
        </g>
        <g className={classes.traveller}>
          <circle cx="234" cy="459" r="6" />
          <path d="M228 497l3-17c-3-2-4-6-3-10c1-4 4-5 7-5s6 2 7 6l1 9l5 6l-3 3l-6-6l-1-2l-1 6l5 10l-4 2l-6-11l-1 11Z" />
          <path className={classes.pack} d="M221 468c0-4 3-6 7-5v17c-4 1-7-1-7-5Z" />
        </g>
      </g>
      <path className={classes.frame} d={arch} />
      <path
        className={classes.trim}
        d="M52 520V216C52 158 92 138 131 112C164 90 186 70 200 44C214 70 236 90 269 112C308 138 348 158 348 216V520"
      />
      <path
        className={classes.sill}
        d="M24 516h352a6 6 0 0 1 6 6v6a6 6 0 0 1-6 6H24a6 6 0 0 1-6-6v-6a6 6 0 0 1 6-6Z"
      />
    </svg>
  )
}
