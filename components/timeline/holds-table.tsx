import { memo, useMemo } from 'react';
import type { ProcessName } from '@/lib/board/wire.ts';
import { useGrowing } from '../ui/use-growing.ts';
import type { TimeFormats } from './formats.ts';
import { endText, lengthMs } from './hold-text.ts';
import type { GapSpan, Hold } from './holds.ts';
import { filled, type TimelineLabels } from './labels.ts';

/** Rows drawn at once. */
const PIECE = 25;

interface HoldsTableProps {
  title: string;
  holds: readonly Hold[];
  gaps: readonly GapSpan[];
  processOf: (owner: string) => ProcessName | null;
  labels: TimelineLabels;
  formats: TimeFormats;
}

/** The timeline as a table, for those who do not see the picture. Newest first. */
export const HoldsTable = memo(function HoldsTable(props: HoldsTableProps) {
  const { title, holds, gaps, labels, formats } = props;
  const pieces = useMemo(() => piecesOf(holds.toReversed()), [holds]);
  const drawn = useGrowing(pieces.length);
  return (
    <div className="sr-only">
      <table>
        <caption>{title}</caption>
        <thead>
          <tr>
            <th scope="col">{labels.tableOwner}</th>
            <th scope="col">{labels.tableProcess}</th>
            <th scope="col">{labels.tableFrom}</th>
            <th scope="col">{labels.tableTo}</th>
            <th scope="col">{labels.tableLength}</th>
            <th scope="col">{labels.tableEnd}</th>
          </tr>
        </thead>
        <tbody>
          {gaps.map(({ id, from, to, reason }) => (
            <tr key={id}>
              <th scope="row">
                {filled(labels.notObservedFor, { time: formats.duration(to - from) })}
              </th>
              <td />
              <td>{formats.moment(from)}</td>
              <td>{formats.moment(to)}</td>
              <td>{formats.duration(to - from)}</td>
              <td>{reason}</td>
            </tr>
          ))}
        </tbody>
        {pieces.slice(0, drawn).map((piece) => (
          <Rows key={piece[0]?.id} {...{ piece, labels, formats }} processOf={props.processOf} />
        ))}
      </table>
    </div>
  );
});

const Rows = memo(function Rows(
  props: Pick<HoldsTableProps, 'processOf' | 'labels' | 'formats'> & { piece: readonly Hold[] },
) {
  const { piece, processOf, labels, formats } = props;
  return (
    <tbody>
      {piece.map((hold) => {
        const length = hold.to === null ? null : lengthMs(hold, hold.to);
        return (
          <tr key={hold.id}>
            <th scope="row">{hold.owner}</th>
            <td>{processOf(hold.owner)?.label ?? labels.unknownProcess}</td>
            <td>{hold.from === null ? labels.unknownBegin : formats.moment(hold.from)}</td>
            <td>{hold.to === null ? labels.now : formats.moment(hold.to)}</td>
            <td>{length === null ? '' : formats.duration(length)}</td>
            <td>{endText(hold, labels)}</td>
          </tr>
        );
      })}
    </tbody>
  );
});

function piecesOf(holds: readonly Hold[]): Hold[][] {
  const pieces: Hold[][] = [];
  for (let at = 0; at < holds.length; at += PIECE) pieces.push(holds.slice(at, at + PIECE));
  return pieces;
}
