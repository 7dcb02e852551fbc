using System;
using System.Collections;
using System.Collections.Generic;
using System.IO;
using System.Text;

namespace ArenaBot
{
    /// <summary>
    /// Reads and writes what messages are made of: null, bool, long, ulong (above long.MaxValue), double, string,
    /// List&lt;object&gt; and Dictionary&lt;string, object&gt;.
    /// </summary>
    public static class MessagePack
    {
        /// <summary>The next value. Throws EndOfStreamException where the stream ends.</summary>
        public static object Read(Stream input)
        {
            int head = input.ReadByte();
            if (head < 0) throw new EndOfStreamException();
            if (head <= 0x7F) return (long)head;
            if (head <= 0x8F) return ReadMap(input, head & 0x0F);
            if (head <= 0x9F) return ReadArray(input, head & 0x0F);
            if (head <= 0xBF) return ReadText(input, head & 0x1F);
            if (head >= 0xE0) return (long)(sbyte)head;
            switch (head)
            {
                case 0xC0: return null;
                case 0xC2: return false;
                case 0xC3: return true;
                case 0xCA: return (double)BitConverter.ToSingle(BitConverter.GetBytes((uint)ReadNumber(input, 4)), 0);
                case 0xCB: return BitConverter.Int64BitsToDouble((long)ReadNumber(input, 8));
                case 0xCC: return (long)ReadNumber(input, 1);
                case 0xCD: return (long)ReadNumber(input, 2);
                case 0xCE: return (long)ReadNumber(input, 4);
                case 0xCF: return FromUnsigned(ReadNumber(input, 8));
                case 0xD0: return (long)(sbyte)ReadNumber(input, 1);
                case 0xD1: return (long)(short)ReadNumber(input, 2);
                case 0xD2: return (long)(int)ReadNumber(input, 4);
                case 0xD3: return (long)ReadNumber(input, 8);
                case 0xD9: return ReadText(input, (int)ReadNumber(input, 1));
                case 0xDA: return ReadText(input, (int)ReadNumber(input, 2));
                case 0xDB: return ReadText(input, (int)ReadNumber(input, 4));
                case 0xDC: return ReadArray(input, (int)ReadNumber(input, 2));
                case 0xDD: return ReadArray(input, (int)ReadNumber(input, 4));
                case 0xDE: return ReadMap(input, (int)ReadNumber(input, 2));
                case 0xDF: return ReadMap(input, (int)ReadNumber(input, 4));
            }
            throw new InvalidDataException("the byte 0x" + head.ToString("x2") + " can't occur in a message");
        }

        public static void Write(Stream output, object value)
        {
            if (value == null) output.WriteByte(0xC0);
            else if (value is bool) output.WriteByte((byte)((bool)value ? 0xC3 : 0xC2));
            else if (value is int) WriteNumber(output, 0xD3, (ulong)(int)value, 8);
            else if (value is long) WriteNumber(output, 0xD3, (ulong)(long)value, 8);
            else if (value is ulong) WriteNumber(output, 0xCF, (ulong)value, 8);
            else if (value is double)
                WriteNumber(output, 0xCB, (ulong)BitConverter.DoubleToInt64Bits((double)value), 8);
            else if (value is string) WriteText(output, (string)value);
            else if (value is Dictionary<string, object>) WriteMap(output, (Dictionary<string, object>)value);
            else if (value is ICollection) WriteArray(output, (ICollection)value);
            else throw new ArgumentException("no message can hold a " + value.GetType());
        }

        static void WriteText(Stream output, string text)
        {
            byte[] bytes = Encoding.UTF8.GetBytes(text);
            WriteNumber(output, 0xDB, (ulong)bytes.Length, 4);
            output.Write(bytes, 0, bytes.Length);
        }

        static void WriteMap(Stream output, Dictionary<string, object> map)
        {
            WriteNumber(output, 0xDF, (ulong)map.Count, 4);
            foreach (var entry in map)
            {
                Write(output, entry.Key);
                Write(output, entry.Value);
            }
        }

        static void WriteArray(Stream output, ICollection list)
        {
            WriteNumber(output, 0xDD, (ulong)list.Count, 4);
            foreach (object item in list) Write(output, item);
        }

        static object FromUnsigned(ulong number) => number <= long.MaxValue ? (object)(long)number : number;

        static byte[] ReadBytes(Stream input, int count)
        {
            var bytes = new byte[count];
            for (int place = 0; place < count;)
            {
                int got = input.Read(bytes, place, count - place);
                if (got == 0) throw new EndOfStreamException();
                place += got;
            }
            return bytes;
        }

        static ulong ReadNumber(Stream input, int width)
        {
            ulong number = 0;
            foreach (byte part in ReadBytes(input, width)) number = number << 8 | part;
            return number;
        }

        static void WriteNumber(Stream output, byte head, ulong number, int width)
        {
            output.WriteByte(head);
            for (int shift = 8 * (width - 1); shift >= 0; shift -= 8) output.WriteByte((byte)(number >> shift));
        }

        static string ReadText(Stream input, int length) => Encoding.UTF8.GetString(ReadBytes(input, length));

        static List<object> ReadArray(Stream input, int count)
        {
            var list = new List<object>();
            while (list.Count < count) list.Add(Read(input));
            return list;
        }

        static Dictionary<string, object> ReadMap(Stream input, int count)
        {
            var map = new Dictionary<string, object>();
            for (int i = 0; i < count; i++)
            {
                string key = (string)Read(input);
                map[key] = Read(input);
            }
            return map;
        }
    }
}
