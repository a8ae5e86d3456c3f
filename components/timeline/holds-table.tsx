import { memo } from 'react';
import type { ProcessName } from '@/lib/observe/wire.ts';
import type { TimeFormats } from './formats.ts';
import { endText, lengthMs } from './hold-text.ts';
import type { GapSpan, Hold } from './holds.ts';
import { filled, type TimelineLabels } from './labels.ts';

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
  const { title, holds, gaps, processOf, labels, formats } = props;
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
          {holds.toReversed().map((hold) => {
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
      </table>
    </div>
  );
});
