import { Checkbox, NumberInput, Text } from '@mantine/core';
import { useBranchRooms } from '../api.ts';
import classes from '../calendar.module.css';
import { placesIn, type RoomPlaces } from './rooms.ts';

interface RoomFieldsProps {
  /** Null: none is chosen yet. */
  locationId: number | null;
  rooms: readonly RoomPlaces[];
  error?: string | undefined;
  onChange: (rooms: RoomPlaces[]) => void;
}

/** Which rooms of its branch a session uses, and how many places of each. */
export function RoomFields({ locationId, rooms, error, onChange }: RoomFieldsProps) {
  const ofBranch = useBranchRooms(locationId);
  if (!ofBranch || ofBranch.length === 0) return null;
  const placesOf = (id: number) => rooms.find(({ roomId }) => roomId === id)?.places;
  const without = (id: number) => rooms.filter(({ roomId }) => roomId !== id);
  const { seats, special } = placesIn(rooms);
  return (
    <fieldset className={classes.rooms} aria-describedby="session-room-places">
      <legend>Rooms</legend>
      {ofBranch.map(({ id, name, capacity, special: isSpecial }) => {
        const places = placesOf(id);
        return (
          <div key={id} className={classes.room}>
            <Checkbox
              label={
                <>
                  <bdi>{name}</bdi> {`(${capacity}${isSpecial ? ', special' : ''})`}
                </>
              }
              checked={places !== undefined}
              onChange={(event) =>
                onChange(
                  event.currentTarget.checked
                    ? [...without(id), { roomId: id, places: capacity, special: isSpecial }]
                    : without(id),
                )
              }
            />
            {places !== undefined && (
              <NumberInput
                aria-label={`Places of ${name}`}
                min={1}
                max={capacity}
                clampBehavior="none"
                value={places}
                onChange={(next) =>
                  onChange(
                    rooms.map((room) =>
                      room.roomId === id
                        ? { ...room, places: next === '' ? '' : Number(next) }
                        : room,
                    ),
                  )
                }
              />
            )}
          </div>
        );
      })}
      <Text id="session-room-places" size="xs" c="dimmed" aria-live="polite">
        {rooms.length === 0
          ? 'Without rooms the seats are those above.'
          : `${seats === null ? 'Seats as above' : `${seats} seats`}, ${special} special places`}
      </Text>
      {error && (
        <Text size="xs" c="garnet" role="alert">
          {error}
        </Text>
      )}
    </fieldset>
  );
}
