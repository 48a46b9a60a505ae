import type { SceneProps } from './scene.tsx'
import { arch, dome, merlons } from './shapes.ts'

/** India as a silhouette, from the Himalaya to the southern coast: the top edge of the footer. */
export function SkylineScene({ className = '' }: SceneProps) {
  return (
    <svg
      viewBox="0 0 1600 140"
      preserveAspectRatio="xMidYMax slice"
      className={className}
      width="100%"
      height="100%"
      display="block"
      aria-hidden="true"
    >
      <path
        fill="currentcolor"
        d={[
          // Peaks.
          'M0 140V96L60 50l34 26l50-48l62 58l30-18l60 50l60 20v6Z',
          // A fort.
          'M380 140V92h300v48Z',
          merlons(380, 676, 93, 10),
          'M400 96V66h44v30ZM612 96V66h44v30ZM480 96V52h96v44Z',
          merlons(400, 444, 67, 9),
          merlons(612, 656, 67, 9),
          dome(422, 58, 28),
          dome(634, 58, 28),
          dome(528, 52, 52),
          dome(490, 52, 18),
          dome(566, 52, 18),
          // A southern temple.
          'M772 140l10-24h4l6-18h4l6-18h4l6-16h4l5-12q5-10 10 0l5 12h4l6 16h4l6 18h4l6 18h4l10 24Z',
          'M700 140v-22h60v22Z',
          // The Taj.
          'M910 140v-18h190v18ZM950 126V84h110v42Z',
          dome(1005, 86, 70),
          dome(966, 86, 22),
          dome(1044, 86, 22),
          'M916 124V54h8v70ZM1086 124V54h8v70Z',
          dome(920, 55, 13),
          dome(1090, 55, 13),
          // A church of Goa.
          'M1160 140V78h20v62ZM1220 140V78h20v62ZM1180 140V86h40v54ZM1184 90q8-8 8-20h16q0 12 8 20ZM1160 78l10-16l10 16ZM1220 78l10-16l10 16Z',
          'M1198 72V54h-5v-3h5v-6h4v6h5v3h-5v18Z',
          // A houseboat between palms.
          'M1330 128q20 12 50 12h130q26 0 44-20q-2 20-20 20h-180q-20 0-24-12ZM1376 128q2-42 50-46h36q42 4 44 46Z',
        ].join('')}
      />
      {/* Trees are separate paths: overlapping shapes in one path would leave holes. */}
      <path
        fill="currentcolor"
        d={[226, 250, 276, 300, 326, 348]
          .map((x, i) =>
            `M${x} 132l-14 0l8-18h-5l7-18h-4l8-22l8 22h-4l7 18h-5l8 18Z`.replace(
              '132',
              String(126 + (i % 2) * 8),
            ),
          )
          .join('')}
      />
      <path
        fill="currentcolor"
        d={[1290, 1322, 1550]
          .map(
            (x, i) =>
              `M${x} 140q4-40 ${i === 1 ? -10 : 12}-76l4 0q${i === 1 ? 14 : -6} 40-4 76ZM${x + (i === 1 ? -8 : 14)} 66q-20-20-38-6q18-4 28 8q-18 4-22 20q12-14 32-16q20 2 32 16q-4-16-22-20q10-12 28-8q-18-14-38 6Z`,
          )
          .join('')}
      />
      <path fill="currentcolor" d="M0 132h1600v10H0Z" />
      <path
        fill="var(--raahi-action)"
        d={
          arch(528, 140, 20, 34) +
          arch(1005, 126, 18, 30) +
          arch(1200, 140, 12, 24) +
          'M1400 112h14v12h-14ZM1434 112h14v12h-14ZM1468 112h14v12h-14Z'
        }
      />
    </svg>
  )
}
