using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Text;
using Fields = System.Collections.Generic.Dictionary<string, object>;

namespace ArenaBot
{
    /// <summary>
    /// Reads bytes as the arena reads a bot's, and names the fault it would find; for tests. SPEC.md has the rules.
    /// </summary>
    static class Wire
    {
        const int MaxMessage = 1 << 20; // bytes
        const int MaxDepth = 64; // arrays and maps inside each other
        const int MaxValues = 1 << 14; // in a bot's message, keys counted
        const int MaxNote = 4096; // bytes
        static readonly string[] Parts = { "view", "legal", "events" };
        static readonly Encoding Utf8 = new UTF8Encoding(false, true); // throws where bytes are not UTF-8

        /// <summary>The kind of the first fault, or null. With fromBot the maps must be a bot's messages.</summary>
        public static string Fault(byte[] data, bool fromBot = true)
        {
            try
            {
                for (int start = 0, size; start < data.Length; start += size)
                {
                    size = new Reader(data, start, fromBot ? MaxValues : long.MaxValue).MessageSize();
                    if (fromBot) Check((Fields)MessagePack.Read(new MemoryStream(data, start, size)));
                }
                return null;
            }
            catch (FaultException fault)
            {
                return fault.Message;
            }
            catch (DecoderFallbackException) // not UTF-8
            {
                return "garbage";
            }
        }

        /// <summary>Its message is the kind: garbage, oversize or protocol.</summary>
        sealed class FaultException : Exception
        {
            public FaultException(string kind) : base(kind)
            {
            }
        }

        /// <summary>Throws FaultException if a map is no message of a bot.</summary>
        static void Check(Fields message)
        {
            string type = Field(message, "type") as string;
            bool right = type == "hello" ? IsHello(message) : type == "act" ? IsAct(message) : type == "ready";
            if (!right) throw new FaultException("protocol");
        }

        /// <summary>A field that is absent counts as null.</summary>
        static object Field(Fields message, string key)
        {
            object value;
            return message.TryGetValue(key, out value) ? value : null;
        }

        static bool IsHello(Fields message) =>
            1L.Equals(Field(message, "protocol"))
            && Field(message, "name") is string
            && IsNullOr(Field(message, "version"), version => version is string)
            && IsNullOr(Field(message, "author"), author => author is string)
            && IsNullOr(Field(message, "games"), games => IsList(games, game => game is string))
            && IsNullOr(Field(message, "send"), send => IsList(send, Parts.Contains));

        static bool IsAct(Fields message)
        {
            object index = Field(message, "index"), action = Field(message, "action");
            if (!IsInt(Field(message, "id")) || !IsNullOr(index, IsInt) || !IsNullOr(action, map => map is Fields))
                return false;
            if (Size(Field(message, "note")) > MaxNote) throw new FaultException("oversize");
            return (index == null) != (action == null);
        }

        static bool IsInt(object value) => value is long || value is ulong;

        static bool IsNullOr(object value, Func<object, bool> test) => value == null || test(value);

        static bool IsList(object value, Func<object, bool> test) => value is List<object> list && list.All(test);

        /// <summary>How many bytes a value has in its shortest form.</summary>
        static long Size(object value)
        {
            if (value is string text) return TextSize(Utf8.GetByteCount(text));
            if (value is List<object> list) return HeadSize(list.Count) + list.Sum(Size);
            if (value is Fields map) return HeadSize(map.Count) + map.Keys.Sum(Size) + map.Values.Sum(Size);
            if (value is long) return IntSize((long)value);
            return value is double || value is ulong ? 9 : 1;
        }

        static long TextSize(int bytes) => bytes + (bytes < 32 ? 1 : bytes <= 0xFF ? 2 : bytes <= 0xFFFF ? 3 : 5);

        static long HeadSize(int count) => count < 16 ? 1 : count <= 0xFFFF ? 3 : 5;

        static long IntSize(long number)
        {
            if (number >= -32 && number < 128) return 1;
            ulong reach = number < 0 ? 2 * (ulong)~number : (ulong)number; // the sign takes a bit
            return reach <= 0xFF ? 2 : reach <= 0xFFFF ? 3 : reach <= 0xFFFFFFFF ? 5 : 9;
        }

        /// <summary>Steps over one message.</summary>
        sealed class Reader
        {
            readonly byte[] data;
            readonly int start;
            int place;
            long owed = 1; // values that are announced, and to come
            long spare; // values that may be announced yet

            public Reader(byte[] data, int start, long maxValues)
            {
                this.data = data;
                this.start = place = start;
                spare = maxValues - 1;
            }

            public int MessageSize()
            {
                Value(0, false);
                return place - start;
            }

            static bool IsMap(long head) => head >= 0x80 && head <= 0x8F || head == 0xDE || head == 0xDF;

            static bool IsText(long head) => head >= 0xA0 && head <= 0xBF || head >= 0xD9 && head <= 0xDB;

            void Value(int depth, bool isKey)
            {
                long head = Number(1);
                owed--;
                if (depth == 0 && !IsMap(head) || isKey && !IsText(head)) throw new FaultException("garbage");
                if (head <= 0x7F || head >= 0xE0) return;
                if (head <= 0x8F) Inside(2 * (head & 0x0F), true, depth);
                else if (head <= 0x9F) Inside(head & 0x0F, false, depth);
                else if (head <= 0xBF) Text(head & 0x1F);
                else switch (head)
                {
                    case 0xC0: case 0xC2: case 0xC3: break;
                    case 0xCC: case 0xD0: Take(1); break;
                    case 0xCD: case 0xD1: Take(2); break;
                    case 0xCA: case 0xCE: case 0xD2: Take(4); break;
                    case 0xCB: case 0xCF: case 0xD3: Take(8); break;
                    case 0xD9: Text(Number(1)); break;
                    case 0xDA: Text(Number(2)); break;
                    case 0xDB: Text(Number(4)); break;
                    case 0xDC: Inside(Number(2), false, depth); break;
                    case 0xDD: Inside(Number(4), false, depth); break;
                    case 0xDE: Inside(2 * Number(2), true, depth); break;
                    case 0xDF: Inside(2 * Number(4), true, depth); break;
                    default: throw new FaultException("garbage"); // bin, extension types, and 0xC1
                }
            }

            long Number(int width)
            {
                Take(width);
                long number = 0;
                for (int i = place - width; i < place; i++) number = number << 8 | data[i];
                return number;
            }

            void Text(long count)
            {
                Take(count);
                Utf8.GetCharCount(data, place - (int)count, (int)count);
            }

            void Inside(long count, bool isMap, int depth)
            {
                if (depth == MaxDepth) throw new FaultException("garbage");
                owed += count;
                MakeRoom(owed);
                spare -= count;
                if (spare < 0) throw new FaultException("oversize");
                for (long i = 0; i < count; i++) Value(depth + 1, isMap && i % 2 == 0);
            }

            /// <summary>Steps over bytes, which must be there.</summary>
            void Take(long count)
            {
                MakeRoom(count);
                if (count > data.Length - place) throw new FaultException("garbage"); // cut off
                place += (int)count;
            }

            /// <summary>Refuses a message that its own headers make too long, before those bytes come.</summary>
            void MakeRoom(long count)
            {
                if (place + count - start > MaxMessage) throw new FaultException("oversize");
            }
        }
    }
}
